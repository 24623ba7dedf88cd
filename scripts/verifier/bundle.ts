import { createHash } from 'node:crypto'
import path from 'node:path'
import { build } from 'vite'

const ROOT = path.join(import.meta.dirname, '..', '..')

/** Where the verifier stands in the repository, and how its checksum is written down beside it. */
export const VERIFIER = path.join(ROOT, 'scripts', 'verify-ledger.mjs')
export const CHECKSUM = path.join(ROOT, 'scripts', 'verify-ledger.sha256')

const HEADER = `#!/usr/bin/env node
// Verifies a circle's ledger without trusting whoever runs it. One file, nothing but Node 20 or newer: read it, keep it, run it anywhere.
//
//   node verify-ledger.mjs livro.ndjson           the chain, the signature of its end, the money, and every decision repeated by the rules
//     --guardado livro-antigo.ndjson            … going on from a ledger, a head or a cosigned checkpoint (repeatable)
//     --meus-dados dados.json                   … with your own donations and consent, no others (repeatable)
//     --dia 2026-11-24 --numero 52318           … of which day the code is told, and with which number of the group
//     --membro <id>                             … or only your own sums
//     --json                                    the answer as JSON
//
// Ends with 0 when everything holds, 1 when something does not, 2 when a file cannot be read.
// Made from circle/ and scripts/verifier/ by \`npm run build:verifier\`; the same sources always make the same bytes.
`

/** The verifier as one readable file: the rules themselves, and what holds a ledger to them. The same sources give the same bytes. */
export async function bundleVerifier(): Promise<string> {
  const result = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    // The word list comes along: nothing is to be installed.
    ssr: { noExternal: true },
    build: {
      ssr: path.join(import.meta.dirname, 'command.ts'),
      write: false,
      minify: false,
      target: 'node20',
      rolldownOptions: { output: { format: 'es', banner: HEADER, comments: false } },
    },
  })
  const [chunk] = (result as { output: { code: string }[] }).output
  return chunk!.code
}

/** A checksum line as `sha256sum --check` reads it. */
export function checksumLine(code: string): string {
  return `${createHash('sha256').update(code).digest('hex')}  verify-ledger.mjs\n`
}
