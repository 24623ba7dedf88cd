import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, PHONE, shows, sitDown, STORY_BEGINS } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf, joins, placed } from '#e2e/helpers/calls.ts'
import type { Joined } from '#e2e/helpers/calls.ts'
import { logsIn, PASSWORD } from '#e2e/helpers/people.ts'
import { startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { makeBrowser, startPushService } from '#server/push/testing/push-service.ts'

describe('what comes by which channel', () => {
  let service: Awaited<ReturnType<typeof startPushService>>
  let server: Server
  let browser: Browser
  let page: Page
  let people: Joined[]

  beforeAll(async () => {
    service = await startPushService()
    ;[server, browser] = await Promise.all([startServer({ PUSH: 'on', PUSH_SERVICES: service.origin }), openBrowser()])
    const call = callsOf(server)
    people = []
    for (const [index, firstName] of ['Rosa', 'Tiago'].entries())
      people.push(await joins(call, { firstName, lastName: 'Andrade', number: index + 1 }))
    await placed(call, await administratorToken(call), people)
    page = await sitDown(browser, server.url, { viewport: PHONE, keepsApp: true })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await service?.close()
  })

  test('is chosen in the profile, and what speaks of access cannot be cleared', async () => {
    await logsIn(page, { email: people[0]!.email, password: PASSWORD })
    await page.goto('/profile')
    const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
    await shows(box('Uma doação a fazer: E-mail'))
    expect(await box('Chaves de pagamento: E-mail').isDisabled()).toBe(true)
    expect(await box('Chaves de pagamento: Aparelho').isChecked()).toBe(true)
    await box('Uma doação a fazer: E-mail').click()
    await expect.poll(() => box('Uma doação a fazer: E-mail').isChecked()).toBe(false)
    await page.getByRole('switch', { name: 'Lembretes por e-mail' }).click()
    await expect.poll(() => box('Um comprovante para conferir: E-mail').isDisabled()).toBe(true)
    expect(await box('Chaves de pagamento: E-mail').isChecked()).toBe(true)
    await page.getByRole('switch', { name: 'Lembretes por e-mail' }).click()
    await expect.poll(() => box('Um comprovante para conferir: E-mail').isChecked()).toBe(true)
    expect(await box('Uma doação a fazer: E-mail').isChecked()).toBe(false)
  })

  test('a device shows what it is sent, once its person pressed and not before', async () => {
    const { subscription, opens } = makeBrowser(service.origin, 'rosa')
    // The test browser has neither a push service behind it nor notifications: these stand in for them.
    await page.addInitScript((made) => {
      let permission: NotificationPermission = 'default'
      Object.defineProperty(Notification, 'permission', { get: () => permission })
      Notification.requestPermission = async () => (permission = 'granted')
      PushManager.prototype.subscribe = async () => ({ toJSON: () => made }) as unknown as PushSubscription
      PushManager.prototype.getSubscription = async () => null
    }, subscription)
    await page.goto('/profile')
    await shows(page.getByRole('button', { name: 'Ligar neste aparelho', exact: true }))
    expect(service.received).toEqual([])
    await page.getByRole('button', { name: 'Ligar neste aparelho', exact: true }).click()
    await shows(page.getByRole('button', { name: 'Desligar neste aparelho' }))
    await server.moveClockTo(STORY_BEGINS)
    const message = opens(service.received[0]!.body)
    expect(message.body).toBe('Os avisos chegam assim neste aparelho.')

    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const [worker] = page.owner.serviceWorkers()
    await worker!.evaluate(() => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      const shown: unknown[] = []
      Object.assign(globalThis, { shown })
      registration.showNotification = async (title, options) => {
        shown.push({ title, body: options?.body, data: options?.data as string })
      }
    })
    const devtools = await page.owner.newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ isDeleted }) => !isDeleted)
        if (own) resolve(own.registrationId)
      })
    })
    await devtools.send('ServiceWorker.enable')
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: server.url,
      registrationId: await registered,
      data: JSON.stringify(message),
    })
    await expect
      .poll(() => worker!.evaluate(() => (globalThis as unknown as { shown: unknown[] }).shown))
      .toEqual([{ title: 'Ciranda', body: message.body, data: '/notices' }])
  })

  test('a device that its service gave up says so in the profile, and one press turns it on again', async () => {
    const isOn = page.getByRole('button', { name: 'Desligar neste aparelho' })
    await isOn.click()
    service.answers.status = 410
    await page.getByRole('button', { name: 'Ligar neste aparelho', exact: true }).click()
    await shows(isOn)
    const stopped = page.getByText('Este aparelho parou de avisar')
    expect(await stopped.count()).toBe(0)
    // No page is open while the service gives the device up: one that may would give it a new address by itself.
    await page.goto('/roda.svg')
    await server.moveClockTo(STORY_BEGINS)
    await page.goto('/profile')
    await shows(stopped)
    service.answers.status = 201
    await page.getByRole('button', { name: 'Ligar neste aparelho', exact: true }).click()
    await shows(isOn)
    expect(await stopped.count()).toBe(0)
  })

  test('another device that could not be turned off from here says so', async () => {
    const id = crypto.randomUUID()
    await page.route('**/api/me/push-subscriptions', async (route) => {
      const answer = await route.fetch()
      const told = (await answer.json()) as { subscriptions: { here: boolean }[] }
      const other = { ...told.subscriptions[0], id, device: 'Celular antigo', here: false }
      await route.fulfill({ response: answer, json: { ...told, subscriptions: [...told.subscriptions, other] } })
    })
    await page.route('**/api/me/push-subscriptions/*', (route) => route.fulfill({ status: 429, body: '{}' }))
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Desligar os avisos em Celular antigo' }).click()
    await shows(page.getByRole('alert').getByText('Não foi possível desligar os avisos ali.'))
  })
})
