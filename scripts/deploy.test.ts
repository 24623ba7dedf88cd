import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const compose = read('deploy/compose.yaml')
const dockerfile = read('deploy/Dockerfile')
const unit = read('deploy/ciranda.service')

/** Names from the table of docs/configuration.md, whose own test holds it to what the server reads. */
const known = [...read('docs/configuration.md').matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, names]) =>
  [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
)

describe('deploy/', () => {
  test('sets only what the server reads', () => {
    const service = compose.slice(compose.indexOf('\n  ciranda:'), compose.indexOf('\n  postgres:'))
    const inCompose = [...service.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name!)
    const inImage = dockerfile.match(/^ENV (.+)$/m)![1]!.match(/[A-Z_]+(?==)/g)!
    const inUnit = unit.match(/^Environment=(.+)$/m)![1]!.match(/[A-Z_]+(?==)/g)!
    expect(inCompose).toContain('JWT_SECRET')
    const inCoolify = [...read('deploy/coolify.yaml').matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name!)
    const inYunohost = [...read('deploy/yunohost/conf/ciranda.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!)
    const all = [...inCompose, ...inImage, ...inUnit, ...inCoolify, ...inYunohost]
    expect(all.filter((name) => !known.includes(name))).toEqual(['NODE_COMPILE_CACHE'])
  })

  test('makes its container of a release and of nothing else, checks its files, and starts what they have', () => {
    expect(dockerfile.match(/^(?:COPY|ADD) .+$/gm)).toEqual([
      'COPY SHA256SUMS ciranda-*-linux-*.tar.gz ./',
      'COPY --from=unpacked /opt/ciranda /opt/ciranda',
    ])
    expect(dockerfile).toContain('sha256sum --check')
    expect(dockerfile).toContain('CMD ["/opt/ciranda/ciranda", "start"]')
  })

  test('has every folder that a volume is mounted on in the image, for its user alone: Docker makes what is missing root’s', () => {
    const made = /install -d -o ciranda -g ciranda -m 700 (.+)$/m.exec(dockerfile)![1]!.split(' ')
    for (const file of [compose, read('deploy/coolify.yaml')]) {
      const service = file.slice(file.indexOf('\n  ciranda:'), file.indexOf('\n  postgres:'))
      const mounted = [...service.matchAll(/^ {6}- \w+:(\/\w+)$/gm)].map(([, folder]) => folder!)
      expect(mounted.toSorted()).toEqual(made.toSorted())
    }
  })

  test('has YunoHost install the version that this is, in a service as closed as the other', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string }
    const manifest = read('deploy/yunohost/manifest.toml')
    expect(manifest).toContain(`version = "${version}~ynh1"`)
    expect(manifest.match(/ciranda-[\d.]+\d-/g)).toEqual([`ciranda-${version}-`, `ciranda-${version}-`])
    // Its data are in /home.
    const closes = unit
      .slice(unit.indexOf('NoNewPrivileges'), unit.indexOf('# MemoryDeny'))
      .replace('ProtectHome=yes\n', '')
    expect(read('deploy/yunohost/conf/systemd.service')).toContain(closes)
  })

  test('keeps what is released as small in memory as every command of the project, and young objects smaller', () => {
    const launcher = read('scripts/release/stage.ts')
    for (const [name, value] of Object.entries({ ...MEMORY, NODE_OPTIONS: '--max-semi-space-size=4' }))
      expect(launcher).toContain(['export ', name, '="\\${', name, ':-', value, '}"'].join(''))
  })

  test('asks in .env for what the compose file takes from it, and for nothing else', () => {
    const taken = new Set([...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!))
    const asked = [...read('deploy/.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name!)
    expect(asked.toSorted()).toEqual([...taken].toSorted())
  })
})

describe('deploy/cluster', () => {
  const patroni = read('deploy/cluster/patroni.yml')
  const soak = read('soak/cluster/cluster.ts')

  test('acknowledges nothing that one node alone has, and replaces a primary that is gone within ten seconds', () => {
    expect(patroni).toMatch(/synchronous_mode: true\n\s+synchronous_mode_strict: true/)
    expect(patroni).toContain("synchronous_commit: 'on'")
    const [ttl, loopWait, retry] = ['ttl', 'loop_wait', 'retry_timeout'].map((name) =>
      Number(new RegExp(`^ {4}${name}: (\\d+)$`, 'm').exec(patroni)![1]),
    )
    expect(ttl).toBeLessThanOrEqual(10)
    // Patroni's own rule.
    expect(ttl).toBeGreaterThanOrEqual(loopWait! + 2 * retry!)
  })

  test('is what the soak proves: it sets every name that the files take, and no other', () => {
    const asked = [...read('deploy/cluster/node.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name!)
    const set = [...soak.matchAll(/^ {6}((?:PATRONI|CIRANDA)_\w+):/gm)].map(([, name]) => name!)
    expect(set.toSorted()).toEqual(asked.toSorted())
    const taken = [...read('deploy/cluster/haproxy.cfg').matchAll(/"\$\{(\w+)\}"/g)].map(([, name]) => name!)
    const nodes = ['NODE1', 'NODE2', 'NODE3'].flatMap((name) => [name, `${name}_REST`])
    expect(taken.toSorted()).toEqual(['CIRANDA1', 'CIRANDA2', 'DATABASE_BIND', 'WEB_BIND', ...nodes].toSorted())
    for (const name of taken.filter((one) => !one.startsWith('NODE'))) expect(soak).toContain(`${name}: `)
  })
})

/** The settings of glibc and V8 in scripts/run.mjs, by name. */
const MEMORY = Object.fromEntries(
  [
    ...read('scripts/run.mjs')
      .match(/^const MEMORY = \{([^}]+)\}/m)![1]!
      .matchAll(/(\w+): '([^']+)'/g),
  ].map(([, name, value]) => [name!, value!]),
)
