import sharp from 'sharp'
import type { Page, Response } from 'playwright-core'
import type { AnswerOf } from '#contracts/contract.ts'
import { makeBrCode } from '#contracts/payment/br-code.ts'
import { makeQrPng } from '#server/files/qr-image.ts'
import { registrationOf } from '#server/seed/people.ts'

export const PASSWORD = 'uma-senha-bem-boa'

/** Person number n of a story, as they would fill the registration. */
export function person(n: number) {
  const names = ['Rosa', 'Tiago', 'Úrsula', 'Vicente', 'Wanda']
  const { pixCopyPaste: _, ...typed } = registrationOf({ firstName: names[n - 1]!, lastName: 'Andrade', number: n })
  return {
    ...typed,
    pixCopyPaste: makeBrCode({ key: typed.pixKey, name: typed.pixOwnerName, city: 'RECIFE' }),
    name: `${typed.firstName} ${typed.lastName}`,
  }
}

export type Person = ReturnType<typeof person>

/** Goes through the four steps of the registration, as a person would, and ends on the home page. */
export async function registers(page: Page, who: Person): Promise<void> {
  await page.goto('/register')
  await page.getByText('Passo 1 de 4').waitFor()
  await fills(page, {
    firstName: who.firstName,
    lastName: who.lastName,
    email: who.email,
    phone: who.phone,
    cpf: who.cpf,
    birthDate: who.birthDate,
  })
  await page.getByRole('button', { name: 'Próximo' }).click()
  await page.getByText('Passo 2 de 4').waitFor()
  await fills(page, {
    cep: who.cep,
    address: who.address,
    addressNumber: who.addressNumber,
    pixOwnerName: who.pixOwnerName,
    pixCopyPaste: who.pixCopyPaste,
  })
  const buffer = await qrPicture(who.pixCopyPaste)
  await page.getByLabel('QR Code PIX').setInputFiles({ name: 'qr.png', mimeType: 'image/png', buffer })
  await page.getByText('Imagem escolhida').waitFor()
  await page.getByRole('button', { name: 'Próximo' }).click()
  await page.getByText('Passo 3 de 4').waitFor()
  await fills(page, { password: PASSWORD, confirmPassword: PASSWORD })
  await page.getByRole('button', { name: 'Próximo' }).click()
  await page.getByText('Passo 4 de 4').waitFor()
  await page.getByLabel('Li e aceito os termos e condições').check()
  await page.getByRole('button', { name: 'Criar Conta' }).click()
  await page.waitForURL('**/home')
}

/** Fills the one page that a roda asks for, which is open, and ends on the home page. */
export async function joinsRoda(
  page: Page,
  who: Pick<Person, 'firstName' | 'lastName' | 'email' | 'phone' | 'cpf' | 'birthDate' | 'pixKey'>,
): Promise<void> {
  const { firstName, lastName, email, phone, cpf, birthDate, pixKey } = who
  await fills(page, { firstName, lastName, email, phone, cpf, birthDate, pixKey, password: PASSWORD })
  await page.getByLabel('Li e aceito os termos e condições').check()
  await page.getByRole('button', { name: 'Criar Conta' }).click()
  await page.waitForURL('**/home')
}

/** A code's picture as a person cut it out: small enough to need no cropping. */
export async function qrPicture(text: string): Promise<Buffer> {
  return sharp(await makeQrPng(text))
    .resize(360, 360, { kernel: 'nearest' })
    .png()
    .toBuffer()
}

/**
 * Signs in at the login; anybody signed in on this device is signed out first, because the login would send them
 * home.
 */
export async function logsIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  if (page.url().startsWith('http')) await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await fills(page, { email, password })
  await page.getByRole('button', { name: 'Entrar' }).click()
  // The pointer would rest on a link of the next page, whose part the app then fetches beforehand.
  await page.mouse.move(0, 0)
  await page.waitForURL((url) => url.pathname.endsWith('/home') || url.pathname.startsWith('/admin'))
}

/**
 * Opens a page as somebody who signed in before, on a device that knows nothing else of them: without a login or a home page, each of
 * which takes as long as the page that a story is about.
 */
export async function resumes(page: Page, { email, password }: { email: string; password: string }, path: string) {
  const answer = await page.request.post('/api/auth/login', { data: { email, password } })
  const { access_token, refresh_token, user } = (await answer.json()) as AnswerOf<'POST /auth/login'>
  // A file of the same origin, for what is stored there.
  await page.goto('/roda.svg')
  const session = { authToken: access_token, refreshToken: refresh_token, user: JSON.stringify(user) }
  await page.evaluate(
    (kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, value)),
    session,
  )
  await page.goto(path)
}

/** Signs an approved member in and waits until their device signs: that adds an entry to the ledger, and a notice. */
export async function logsInToSign(page: Page, who: { email: string; password: string }): Promise<void> {
  const isAdded = (response: Response) => response.request().method() === 'POST' && response.ok()
  await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/api/me/device-keys') && isAdded(response)),
    logsIn(page, who),
  ])
}

/** A picture that serves as a receipt, different for every text. */
export async function receipt(text: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  return { name: 'comprovante.png', mimeType: 'image/png', buffer: await makeQrPng(text) }
}

export async function fills(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value)
}

/** Gives a device the means to make and use passkeys, which says yes by itself. */
export async function givesAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { devtools, authenticatorId }
}
