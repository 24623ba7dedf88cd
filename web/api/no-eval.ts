import { config } from 'zod'

// The pages' policy forbids code made from text, which the validator would make itself to be faster, and even its
// trying whether it may is refused and reported. Imported before any schema is made; vite.config.ts puts it into one
// file with the validator, because another file's schemas would else be made first.
config({ jitless: true })
