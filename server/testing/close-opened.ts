import { afterAll, afterEach, beforeEach } from 'vitest'
import { hashQuickly } from '#server/lib/passwords.ts'
import { opened } from './after-file.ts'

hashQuickly()

const close = async (from: number) => {
  for (const one of opened.splice(from).toReversed()) await one.close()
}

// Workers keep their modules from file to file, so this is said here, which runs for each file, and not in a module.
// A test's hooks run within these two, so what a file opens for all of its tests is there before, and stays.
let before = 0
beforeEach(() => {
  before = opened.length
})
afterEach(() => close(before))
afterAll(() => close(0))
