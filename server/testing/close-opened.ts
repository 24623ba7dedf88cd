import { afterAll } from 'vitest'
import { opened } from './after-file.ts'

// Workers keep their modules from file to file, so this is said here, which runs for each file, and not in a module.
afterAll(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close()
})
