import { beforeEach } from 'vitest'
import { tellPages } from './browser.ts'

// A failure under load may not come again: the run says what stood on the pages when it did.
beforeEach(({ onTestFailed }) => {
  onTestFailed(async () => console.error(await tellPages()))
})
