import { withTestServer } from '../apps/test-server.ts'
import type { Removal } from '../frame/control.ts'
import { eachRound } from '../frame/each-round.ts'
import type { Part } from '../frame/part.ts'
import { firstStart, idempotency, life, remover, sameEffect, secret } from './scenes.ts'

export const scenes = {
  'first start': firstStart,
  secret,
  remover,
  idempotency,
  'one effect': sameEffect,
  life,
} as const
const names = Object.keys(scenes) as (keyof typeof scenes)[]

/** The mends of defects that were found once; with any of them taken out, a scene finds its defect again. */
const mends: readonly Removal[] = [
  {
    what: 'first start: one process at a time makes the installation, in one transaction',
    file: 'server/seed/installation.ts',
    from: `    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK])
    await transaction(services.db, (tx) => beforeAnybodyWaits(() => work(tx)))
`,
    to: `    void [client, ADVISORY_LOCK, transaction]
    await beforeAnybodyWaits(() => work(services.db))
`,
  },
  {
    what: 'secret: a process that comes second with another one is refused',
    file: 'server/database/recognize-secret.ts',
    from: '  ensureSameSecret(secrets, row!.secretFingerprint)\n',
    to: '  void row\n',
  },
  {
    what: 'remover: deleting and using a file exclude each other',
    file: 'server/files/remove.ts',
    from: '    await lockFile(tx, sha256)\n',
    to: '    void lockFile\n',
  },
  {
    what: 'idempotency: one at a time, and whoever comes second looks again',
    file: 'server/http/idempotency.ts',
    from: "    if (!lock!.taken) refuse('idempotency.in_progress')\n",
    to: '    void [lock, refuse]\n',
  },
  {
    what: 'one effect: the row of the circle is locked',
    file: 'server/circle-store/with-circle.ts',
    from: "sql.placeholder('circleId')} for update`",
    to: "sql.placeholder('circleId')}`",
  },
]

/** Two processes on one database whose queries and file operations take turns as the seed says. A round is one scene. */
export const interleave: Part = {
  name: 'interleave',
  unit: 'scenes',
  full: 2_000,
  small: names.length,
  // A control meets each scene so often, which each of the removals needs far less of.
  control: { removals: mends, dose: 10 * names.length },
  run: (course) =>
    withTestServer((server) =>
      eachRound(course, async ({ index, dice }) => {
        const name = names[index % names.length]!
        try {
          course.report.count('steps', await scenes[name](server, dice))
        } catch (error) {
          throw new Error(`${name}: ${(error as Error).message}`, { cause: error })
        }
      }),
    ),
}
