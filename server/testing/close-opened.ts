import { afterAll } from 'vitest'
import { hashQuickly } from '#server/lib/passwords.ts'
import { opened } from './after-file.ts'

hashQuickly()

// Workers keep their modules from file to file, so this is said here, which runs for each file, and not in a module.
afterAll(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close()
})
