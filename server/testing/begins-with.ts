import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, inject } from 'vitest'
import type { Plan } from '#circle/plan.ts'
import { openTemplate, openTestDatabase } from './databases.ts'
import { dropDatabase } from './postgres-server.ts'
import { quickFolder } from './quick-folder.ts'
import { createTestApp, NOON, startTestApp } from './test-app.ts'
import type { TestApp } from './test-app.ts'

type Beginning<Made> = { readonly made: Made; readonly database: string; readonly files: string }

/**
 * A server with what a file's tests begin with, such as a roda and its people: made once, and copied for each test as the placed
 * templates are. It is made a second before the tests' clock, so that what a test makes sorts after it.
 */
export function beginsWith<Made extends object>(
  make: (testApp: TestApp) => Promise<Made>,
  { placed, plan }: { placed?: number; plan?: Plan } = {},
): () => Promise<Made & { testApp: TestApp }> {
  let once: Promise<Beginning<Made>> | null = null
  const [folders, names]: [string[], string[]] = [[], []]
  afterAll(async () => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    for (const name of names) await dropDatabase(inject('postgres'), name)
  })
  const begin = async (): Promise<Beginning<Made>> => {
    const { database, name } = await openTemplate(placed)
    names.push(name)
    const at = NOON - 1000
    const testApp = await startTestApp({ database, at, template: inject('people'), ...(plan && { plan }) })
    const made = await make(testApp)
    const files = mkdtempSync(path.join(quickFolder(), 'ciranda-beginning-'))
    folders.push(files)
    const own = filesOf(testApp)
    mkdirSync(own, { recursive: true })
    cpSync(own, files, { recursive: true })
    await testApp.close()
    await database.close()
    return { made, database: name, files }
  }
  return async () => {
    const { made, database, files } = await (once ??= begin())
    const testApp = await createTestApp(await openTestDatabase({ copyOf: database }))
    cpSync(files, filesOf(testApp), { recursive: true })
    return { ...made, testApp }
  }
}

const filesOf = ({ services }: TestApp) => path.join(services.config.dataDir, 'files')
