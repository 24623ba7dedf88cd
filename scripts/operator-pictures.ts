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

    const { id } = (await api(
      'POST',
      '/admin/circles',
      {
        name: 'Roda da Vila',
        mode: 'real',
        plan: planFormOf(rodaPlan({ amountCents: 10_000, months: 11 })),
        operator: OPERATOR,
        outcome_seen: true,
        people: 12,
      },
      admin,
    )) as { id: string }
    await desk.goto('/admin/first-steps')
    await desk.getByRole('region', { name: 'Passo a passo' }).waitFor()
    await take('passos')

    await api('POST', `/admin/circles/${id}/select`, undefined, admin)
    const tokens: string[] = []
    for (const [index, person] of people.slice(0, 12).entries()) {
      const typed = registrationOf(person)
      const joined = (await api('POST', '/auth/register', {
        ...typed,
        pixQrCode: await codePicture(typed.pixCopyPaste),
        password: PASSWORD,
      })) as { access_token: string; user: { id: string } }
      tokens.push(joined.access_token)
      if (index === 9) {
        await desk.goto('/admin/users')
        await desk.getByRole('heading', { level: 1 }).waitFor()
        await take('pessoas')
      }
      await api('PATCH', `/users/${joined.user.id}/approve`, undefined, admin)
      await api(
        'POST',
        '/queue',
        {
          position: index + 1,
          donation_number: 1,
          user_id: joined.user.id,
          is_receiver: index === 0,
          passed_user_ids: [],
          reason: 'A ordem combinada na reunião.',
        },
        admin,
      )
    }
    await desk.goto('/admin/queue')
    await desk.getByRole('heading', { level: 1 }).waitFor()
    await take('fila')
    await api('POST', '/donations/admin/generate-monthly-pull', {}, admin)
    await desk.goto('/admin/dashboard')
    await desk.getByText('Passo a passo').waitFor()
    await take('dashboard')
    await desk.goto('/admin/settings')
    await desk.getByRole('region', { name: 'Cópia de segurança', exact: true }).waitFor()
    await take('plano', desk, 'Plano “roda”')
    await take('correio', desk, 'Correio')
    await take('copia', desk, 'Cópia de segurança')
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
