import { config } from 'zod'

// The pages' policy forbids code made from text, which the validator would make itself to be faster. Said before any schema is made.
config({ jitless: true })
