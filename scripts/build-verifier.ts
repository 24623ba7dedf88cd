import { writeFileSync } from 'node:fs'
import { bundleVerifier, CHECKSUM, checksumLine, VERIFIER } from './verifier/bundle.ts'

// `npm run build:verifier`: makes the stand-alone verifier anew, after the rules changed, and prints its checksum.

const code = await bundleVerifier()
writeFileSync(VERIFIER, code)
writeFileSync(CHECKSUM, checksumLine(code))
console.log(checksumLine(code).trim())
