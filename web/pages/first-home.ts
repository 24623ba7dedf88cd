import './first-home.css'
import type { AnswerOf } from '#contracts/contract.ts'
import { isClosed } from '#contracts/labels.ts'
import { moneyText } from '#contracts/money-text.ts'
import { glance } from '#web/api/early.ts'
import { isMember, readHelper, readStored } from '#web/api/storage.ts'
import { together } from '#web/api/together.ts'
import { nextStep } from '#web/features/home/next-step.ts'
import type { Step } from '#web/features/home/next-step.ts'
import { drawings } from '#web/features/home/step-drawings.ts'
import { weekdayText } from '#web/text/dates.ts'
import { element, testClock } from '#web/ui/plain.ts'
import { isBeforeOrder, restOf } from './parts/rest-of-roda.ts'

/**
 * A member's first look at a roda's home: what is to be done, to whom and until when, from the same answers as the page and
 * before its library has begun. Resolves once it is on the screen, or where there is none: whatever asks for more than one
 * sentence waits for the app, which takes its place.
 */
export async function showFirstHome(root: HTMLElement): Promise<void> {
  makeFormats()
  const [profile, circle, toSend, toReceive] = await Promise.all([
    glance<AnswerOf<'GET /users/profile'>>('/users/profile'),
    glance<AnswerOf<'GET /circle'>>('/circle'),
    glance<AnswerOf<'GET /donations/to-send'>>('/donations/to-send'),
    glance<AnswerOf<'GET /donations/to-receive'>>('/donations/to-receive'),
  ])
  if (!profile || !circle || !toSend || !toReceive || !isOrdinary(profile) || !isLivingRoda(circle)) return
  const given = [together(toSend), together(toReceive), Date.now()] as const
  const circumstances = { isApproved: true, isRoda: true, other: null }
  let step = nextStep(...given, { ...circumstances, rest: null })
  if (!step.kind) {
    const [forecast, consent] = await Promise.all([
      glance<AnswerOf<'GET /circle/forecast'>>('/circle/forecast'),
      glance<AnswerOf<'GET /me/terms'>>('/me/terms'),
    ])
    if (!forecast || !consent || isBeforeOrder(forecast)) return
    step = nextStep(...given, { ...circumstances, rest: restOf(forecast, consent.is_asked) })
  }
  // The app may have been faster.
  if (!root.querySelector('.loading-screen')) return
  root.replaceChildren(pageOf(step, circle.test_clock))
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

/** The formats of amounts and days take milliseconds each: they are made while the answers are on their way. */
function makeFormats(): void {
  moneyText(0)
  weekdayText(new Date().toISOString())
}

function isOrdinary({
  id,
  status,
  adminApproved,
  passwordTemporary,
  pixKey,
  pixKeyPending,
}: AnswerOf<'GET /users/profile'>): boolean {
  const { user } = readStored()
  const isSame = user?.id === id && isMember(user) && readHelper() === null
  return isSame && adminApproved && !isClosed(status) && !passwordTemporary && Boolean(pixKey ?? pixKeyPending)
}

function isLivingRoda({ mode, plan, closed_at }: AnswerOf<'GET /circle'>): boolean {
  return mode === 'real' && plan.levels.length === 1 && closed_at === null
}

function pageOf({ title, text, action, to, search, kind }: Step, isTestClock: boolean): HTMLElement {
  const page = element('div', 'first-home')
  const brand = element('span', 'brand')
  brand.append(Object.assign(document.createElement('img'), { src: '/roda.svg', width: 28, height: 28, alt: '' }))
  brand.append('Ciranda')
  const top = element('header')
  top.append(brand)
  const words = element('div')
  words.append(element('h2', 'wrap-anywhere', title), element('p', '', text))
  const card = element('section')
  card.append(drawingOf(kind ?? 'draw'), words)
  if (action) {
    const link = Object.assign(document.createElement('a'), { textContent: action, className: 'plain-button' })
    link.href = search ? `${to}?${new URLSearchParams(search)}` : to
    card.append(link)
  }
  const main = element('main')
  main.append(...(isTestClock ? [testClock()] : []), element('h1', 'only-heard', 'Início'), card)
  page.append(top, main)
  return page
}

function drawingOf(kind: NonNullable<Step['kind']>): SVGElement {
  const make = (tag: string) => document.createElementNS('http://www.w3.org/2000/svg', tag) as SVGElement
  const [drawing, line] = [make('svg'), make('path')]
  drawing.setAttribute('viewBox', '0 0 48 48')
  drawing.setAttribute('aria-hidden', 'true')
  line.setAttribute('d', drawings[kind])
  drawing.append(line)
  return drawing
}
