import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { main } from './verify-ledger.ts'

export * from './verify-ledger.ts'

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    console.error(`Não foi possível ler: ${(error as Error).message}`)
    process.exitCode = 2
  }
}
