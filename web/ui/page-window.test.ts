import { afterEach, expect, test } from 'vitest'
import { speakOfRoda } from '#web/text/say.ts'
import { boundedPage, pagesOf, pageWindow, shownText } from './page-window.ts'

test('all pages are offered up to five', () => {
  expect(pageWindow(1, 0)).toEqual([])
  expect(pageWindow(1, 1)).toEqual([1])
  expect(pageWindow(5, 5)).toEqual([1, 2, 3, 4, 5])
})

test('of more than five pages five are offered, from two before the current one and never beyond an edge', () => {
  expect(pageWindow(1, 9)).toEqual([1, 2, 3, 4, 5])
  expect(pageWindow(3, 9)).toEqual([1, 2, 3, 4, 5])
  expect(pageWindow(5, 9)).toEqual([3, 4, 5, 6, 7])
  expect(pageWindow(9, 9)).toEqual([5, 6, 7, 8, 9])
})

test('a page beyond an edge is the page at the edge', () => {
  expect([boundedPage(-3, 4), boundedPage(9, 4), boundedPage(2, 4), boundedPage(5, 0)]).toEqual([1, 4, 2, 1])
})

test('of a list that is held whole, the pages are counted here, and a page behind the last is the last', () => {
  expect(pagesOf(12, 10, 9)).toEqual({ currentPage: 2, totalPages: 2, totalItems: 12, pageSize: 10 })
  expect(pagesOf(0, 10, 4)).toEqual({ currentPage: 1, totalPages: 0, totalItems: 0, pageSize: 10 })
})

afterEach(() => speakOfRoda(false))

test('how many are shown is said as the specification has it, and in a roda one page is counted, one as one', () => {
  expect(shownText(pagesOf(1, 10, 1), 'usuários')).toBe('Mostrando 1 a 1 de 1 usuários')
  speakOfRoda(true)
  expect(shownText(pagesOf(1, 10, 1), 'pessoas')).toBe('1 pessoa')
  expect(shownText(pagesOf(1, 10, 1), 'doações')).toBe('1 doação')
  expect(shownText(pagesOf(7, 10, 1), 'avisos')).toBe('7 avisos')
  expect(shownText(pagesOf(12, 10, 2), 'pessoas')).toBe('Mostrando 11 a 12 de 12 pessoas')
})
