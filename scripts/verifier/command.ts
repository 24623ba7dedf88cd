import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { main } from './verify-ledger.ts'

export * from './verify-ledger.ts'

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  process.exitCode = await main(process.argv.slice(2))
