import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { planFormOf } from '#contracts/plans.ts'
import { rodaPlan } from '#circle/plan.ts'
import { DESK, PHONE, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { logsIn } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import { people, registrationOf } from '#server/seed/people.ts'
import { codePicture } from '#server/seed/receipt-picture.ts'

// The pictures of docs/operador.md: a real circle of twelve from its first minute to its first confirmed donation.

const FOLDER = path.join('docs', 'pictures')
const WIDTH_PX = 900
const PASSWORD = 'uma-senha-bem-boa'
const OPERATOR = {
  name: 'Associação da Vila',
  document: '11.222.333/0001-81',
  contact: 'contato@vila.org.br',
  dataProtectionContact: 'dados@vila.org.br',
}

type Api = (method: string, address: string, body?: object, token?: string) => Promise<unknown>

/** Makes exactly the pictures that the document shows. Answers how many. */
export async function takeOperatorPictures(browser: Browser): Promise<number> {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  // By the machine's own clock: a circle under a test clock says so on every page.
  const server = await startServer({ SEED: 'none', RATE_LIMIT: 'off', CLOCK: 'system' })
  const now = new Date().toISOString()
  let taken = 0
  try {
    const api = apiOf(server.url)
    const admin = ((await api('POST', '/auth/login', ADMINISTRATOR)) as { access_token: string }).access_token
    const desk = await sitDown(browser, server.url, { viewport: DESK, now })
    await desk.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    const take = async (name: string, page: Page = desk, region?: string) => {
      await settle(page)
      const shot = region
        ? await page.getByRole('region', { name: region, exact: true }).screenshot()
        : await page.screenshot()
      const width = page === desk ? WIDTH_PX : 360
      await sharp(shot)
        .resize({ width, withoutEnlargement: true })
        .webp({ quality: 62, effort: 6 })
        .toFile(path.join(FOLDER, `${name}.webp`))
      taken += 1
    }
    await logsIn(desk, ADMINISTRATOR)
    await desk.getByRole('region', { name: 'O que esta Ciranda vai ser?' }).waitFor()
    await take('pergunta')

    await desk.goto('/admin/found')
    await desk.getByText(/^Se parar no mês 6/).waitFor()
    await take('fundar')

    const circleId = await makeCircle(api, admin)
    await desk.goto('/admin/first-steps')
    await desk.getByRole('region', { name: 'Passo a passo' }).waitFor()
    await take('passos')

    await api('POST', `/admin/circles/${circleId}/select`, undefined, admin)
    for (const [index, person] of people.slice(0, 12).entries()) {
      const id = await joins(api, person)
      if (index === 9) {
        await desk.goto('/admin/users')
        await desk.getByRole('heading', { level: 1 }).waitFor()
        await take('pessoas')
      }
      await takesPlace(api, { id, position: index + 1 }, admin)
    }
    await desk.goto('/admin/queue')
    await desk.getByRole('heading', { level: 1 }).waitFor()
    await take('fila')
    await api('POST', '/donations/admin/generate-monthly-pull', {}, admin)
    await desk.goto('/admin/dashboard')
    await desk.getByText('Passo a passo').waitFor()
    await take('dashboard')
    const opensPart = async (part: string, region: string) => {
      await desk.goto(`/admin/settings/${part}`)
      await desk.getByRole('region', { name: region, exact: true }).waitFor()
      return region
    }
    await take('plano', desk, await opensPart('plano', 'Plano “roda”'))
    await take('correio', desk, await opensPart('correio', 'Correio'))
    await take('copia', desk, await opensPart('copia', 'Cópia de segurança'))
    await desk.goto('/admin/account')
    await desk.getByRole('heading', { level: 1 }).waitFor()
    await take('chave')

    const phone = await sitDown(browser, server.url, { viewport: PHONE, now })
    await phone.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await logsIn(phone, { email: registrationOf(people[3]!).email, password: PASSWORD })
    await phone.goto('/donations')
    await phone.getByRole('heading', { level: 1 }).waitFor()
    await take('doacao', phone)
  } finally {
    await server.stop()
  }
  return taken
}

async function makeCircle(api: Api, admin: string): Promise<string> {
  const plan = planFormOf(rodaPlan({ amountCents: 10_000, months: 11 }))
  const circle = { name: 'Roda da Vila', mode: 'real', plan, operator: OPERATOR, outcome_seen: true, people: 12 }
  const { id } = (await api('POST', '/admin/circles', circle, admin)) as { id: string }
  return id
}

async function joins(api: Api, person: (typeof people)[number]): Promise<string> {
  const typed = registrationOf(person)
  const pixQrCode = await codePicture(typed.pixCopyPaste)
  const joined = await api('POST', '/auth/register', { ...typed, pixQrCode, password: PASSWORD })
  return (joined as { user: { id: string } }).user.id
}

/** Approved, and placed in the order agreed on; the first one receives. */
async function takesPlace(api: Api, { id, position }: { id: string; position: number }, admin: string): Promise<void> {
  await api('PATCH', `/users/${id}/approve`, undefined, admin)
  const place = {
    position,
    donation_number: 1,
    user_id: id,
    is_receiver: position === 1,
    passed_user_ids: [],
    reason: 'A ordem combinada na reunião.',
  }
  await api('POST', '/queue', place, admin)
}

async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('[class*=Skeleton], [class*=Loader], .loading-screen'))
  await page.waitForTimeout(400)
}

function apiOf(url: string): Api {
  return async (method, address, body, token) => {
    const answer = await fetch(`${url}/api${address}`, {
      method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${text}`)
    return JSON.parse(text === '' ? '{}' : text) as unknown
  }
}
