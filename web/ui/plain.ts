import { TEST_CLOCK } from '#web/text/warnings.ts'

// Elements of the pages that stand before the app, without its library.

export function element(tag: string, className = '', text = ''): HTMLElement {
  return Object.assign(document.createElement(tag), { className, textContent: text })
}

/** As TestClock draws it on every page. */
export function testClock(): HTMLElement {
  const words = element('p', 'test-clock')
  words.append(element('b', '', TEST_CLOCK.name), element('span', '', TEST_CLOCK.text))
  return words
}
