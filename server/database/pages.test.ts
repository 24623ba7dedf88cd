import { expect, test } from 'vitest'
import { seekPage } from './pages.ts'

const items = Array.from({ length: 47 }, (_, at) => at)

function pageBy({ reversed, skip, take }: ReturnType<typeof seekPage>): number[] {
  const walked = (reversed ? items.toReversed() : items).slice(skip, skip + take)
  return reversed ? walked.toReversed() : walked
}

test('every page by number is the same from whichever end it is walked to', () => {
  for (let limit = 1; limit <= 50; limit += 1) {
    for (let page = 1; page <= Math.ceil(47 / limit); page += 1) {
      const walk = seekPage({ page, limit }, 47)
      expect(pageBy(walk)).toEqual(items.slice((page - 1) * limit, page * limit))
      expect(walk.skip).toBeLessThanOrEqual(47 / 2)
    }
  }
})

test('beyond the last page, and of nothing, nothing is walked', () => {
  expect(seekPage({ page: 6, limit: 10 }, 47)).toMatchObject({ take: 0 })
  expect(seekPage({ page: 1, limit: 10 }, 0)).toMatchObject({ take: 0 })
})

test('beside a held item nothing is skipped', () => {
  expect(seekPage({ page: 400, limit: 10, after: 'a' }, 47)).toEqual({ reversed: false, from: 'a', skip: 0, take: 10 })
  expect(seekPage({ page: 400, limit: 10, before: 'a' }, 47)).toEqual({ reversed: true, from: 'a', skip: 0, take: 10 })
})
