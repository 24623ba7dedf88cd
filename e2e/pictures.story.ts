import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goes, openBrowser, shows, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { fills, resumes } from '#e2e/helpers/people.ts'
import { heicHeader, phonePhoto, receiptPdf } from '#e2e/helpers/phone-pictures.ts'
import { startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { DEMONSTRATION_PASSWORD } from '#server/seed/demonstration.ts'

type Sent = { id: string; status: string }

const PIX_ID = 'E60701190202611101230ABCDEFGHIJK'

describe('pictures as phones make them', () => {
  let server: Server
  let browser: Browser
  let page: Page
  let photo: Buffer

  beforeAll(async () => {
    ;[server, browser, photo] = await Promise.all([startServer({ SEED: 'demo' }), openBrowser(), phonePhoto()])
    page = await sitDown(browser, server.url, { keepsApp: true })
    await resumes(page, { email: 'gloria.holanda@exemplo.invalid', password: DEMONSTRATION_PASSWORD }, '/profile')
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  /** The pictures that the page sent in a field of a call, as bytes. */
  const sentIn = async (path: string, field: string, act: () => Promise<void>): Promise<Buffer> => {
    const [request] = await Promise.all([
      page.waitForRequest((asked) => asked.method() === 'POST' && asked.url().endsWith(path)),
      act(),
    ])
    const text = (request.postDataJSON() as Record<string, string>)[field]!
    return Buffer.from(text.slice(text.indexOf(',') + 1), 'base64')
  }
  const colourAt = async (picture: Buffer, left: number, top: number): Promise<number[]> => {
    const dot = await sharp(picture).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
    return [...dot]
  }

  test('a photo of 12 megapixels becomes a picture of oneself: upright, cut with the keys, 400 by 400', async () => {
    await page.getByRole('region', { name: 'Informações Pessoais' }).waitFor()
    const choose = page.getByLabel('Escolher foto do perfil')
    await choose.setInputFiles({ name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: heicHeader() })
    await shows(page.getByRole('alert').filter({ hasText: 'Ajustes › Câmera › Formatos' }))
    await choose.setInputFiles({ name: 'IMG_0002.JPG', mimeType: 'image/jpeg', buffer: photo })
    const dialog = page.getByRole('dialog', { name: 'Recortar a imagem' })
    await shows(dialog.getByText('A imagem deve ter exatamente 400x400 pixels.', { exact: true }))
    await shows(dialog.getByAltText('Como vai ficar'))
    const frame = dialog.getByRole('group', { name: /Recorte/ })
    await frame.focus()
    // Far enough to reach the upper edge of the picture.
    for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowDown')
    const sent = await sentIn('/api/users/profile/avatar', 'avatar', () =>
      dialog.getByRole('button', { name: 'Usar este recorte' }).click(),
    )
    await shows(page.getByText('Foto atualizada com sucesso!'))
    expect(await sharp(sent).metadata()).toMatchObject({ width: 400, height: 400, format: 'jpeg' })
    const [red, blue] = [await colourAt(sent, 200, 10), await colourAt(sent, 200, 390)]
    expect(red[0]).toBeGreaterThan(150)
    expect(blue[2]).toBeGreaterThan(150)
    // The upper 3000 of 4000 rows: red down to two thirds.
    expect((await colourAt(sent, 200, 240))[0]).toBeGreaterThan(150)
    await shows(dialog, false)
  })

  test('a receipt travels within 2,000 pixels, a PDF as its first page, and what does not open says what to do', async () => {
    await goes(page, '/donations')
    const card = page.getByRole('article').first()
    const choose = async (name: string, mimeType: string, buffer: Buffer) =>
      card.getByLabel('Escolher comprovante').setInputFiles({ name, mimeType, buffer })
    const says = (words: string) => shows(card.getByRole('alert').filter({ hasText: words }))
    await choose('foto.heic', 'image/heic', heicHeader())
    await says('Ajustes › Câmera › Formatos')
    await choose('trancado.pdf', 'application/pdf', receiptPdf('R$ 100,00', { isLocked: true }))
    await says('Este PDF pede uma senha')
    await choose('metade.pdf', 'application/pdf', receiptPdf('R$ 100,00').subarray(0, 60))
    await says('Este PDF não abriu')
    await choose('foto.jpg', 'image/jpeg', photo)
    await shows(card.getByText(/A imagem foi reduzida/))
    const smaller = await sentIn('/comprovante', 'comprovanteBase64', () =>
      card.getByRole('button', { name: 'Enviar comprovante' }).click(),
    )
    expect(await sharp(smaller).metadata()).toMatchObject({ width: 1500, height: 2000, format: 'jpeg' })
    expect((await colourAt(smaller, 750, 100))[0]).toBeGreaterThan(150)
    await shows(card.getByText('Comprovante enviado. Falta quem recebe confirmar.'))
    await choose('comprovante.pdf', 'application/pdf', receiptPdf('PIX R$ 100,00'))
    await shows(card.getByText(/Esta é a primeira página do PDF/))
    const page1 = await sentIn('/comprovante', 'comprovanteBase64', () =>
      card.getByRole('button', { name: 'Enviar comprovante' }).click(),
    )
    const { width, height, format } = await sharp(page1).metadata()
    expect([width, height, format]).toEqual([1413, 2000, 'jpeg'])
    // White paper with letters on it.
    const { channels } = await sharp(page1).greyscale().stats()
    expect(channels[0]!.mean).toBeGreaterThan(240)
    expect(channels[0]!.min).toBeLessThan(60)
    await shows(card.getByAltText('Prévia do comprovante'), false)
  })

  /** As the phone does when somebody shares a file with the installed app: a form, sent to the address in the manifest. */
  const shares = async (file: { name: string; type: string; bytes: Buffer }) => {
    const { share_target: target } = (await (await fetch(`${server.url}/manifest.webmanifest`)).json()) as {
      share_target: {
        action: string
        method: string
        enctype: string
        params: { text: string; files: { name: string }[] }
      }
    }
    await page.evaluate(
      ({ to, name, type, base64, id }) => {
        const form = Object.assign(document.createElement('form'), {
          action: to.action,
          method: to.method,
          enctype: to.enctype,
        })
        const input = Object.assign(document.createElement('input'), { type: 'file', name: to.params.files[0]!.name })
        const held = new DataTransfer()
        held.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type }))
        input.files = held.files
        form.append(input)
        const words = { type: 'hidden', name: to.params.text, value: `Pagamento feito. ID: ${id}` }
        form.append(Object.assign(document.createElement('input'), words))
        document.body.append(form)
        form.submit()
      },
      { to: target, name: file.name, type: file.type, base64: file.bytes.toString('base64'), id: PIX_ID },
    )
    await page.waitForURL((url) => url.pathname === '/compartilhar' || url.pathname === '/login')
  }

  /** Another site, which posts a picture to the app as a phone would; `hides` who it is, as any site can. */
  const postsFrom = async (origin: string, hides: boolean) => {
    await page.goto(origin)
    await page.evaluate(
      ({ action, referrer }) => {
        document.head.append(Object.assign(document.createElement('meta'), { name: 'referrer', content: referrer }))
        const form = Object.assign(document.createElement('form'), {
          action,
          method: 'post',
          enctype: 'multipart/form-data',
        })
        const input = Object.assign(document.createElement('input'), { type: 'file', name: 'receipt' })
        const held = new DataTransfer()
        held.items.add(new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'pago.png', { type: 'image/png' }))
        input.files = held.files
        form.append(input)
        document.body.append(form)
        form.submit()
      },
      { action: `${server.url}/compartilhar`, referrer: hides ? 'no-referrer' : 'unsafe-url' },
    )
    await page.waitForURL(`${server.url}/compartilhar`)
  }

  test('a picture that another site posts is not taken, and one whose sender hides is asked about, and never sent by itself', async () => {
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
      .toBe('activated')
    const site = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<p>Prêmio!'))
    site.listen(0, '127.0.0.1')
    await once(site, 'listening')
    // Another site for the browser: the same machine by another name.
    const origin = `http://localhost:${(site.address() as AddressInfo).port}`
    const sent: string[] = []
    page.on('request', (asked) => asked.method() === 'POST' && sent.push(new URL(asked.url()).pathname))
    try {
      await postsFrom(origin, false)
      await shows(page.getByText('Nenhum comprovante chegou aqui'))
      await postsFrom(origin, true)
      await shows(page.getByText('Foi você que compartilhou esta imagem agora?'))
      await page.getByRole('button', { name: 'Descartar esta imagem' }).click()
      await shows(page.getByText('Nenhum comprovante chegou aqui'))
      expect(sent.filter((path) => path.startsWith('/api/donations'))).toEqual([])
    } finally {
      site.close()
    }
  })

  test('a receipt shared from the bank’s app lands on its donation, also after signing in, and is kept when none is open', async () => {
    const pdf = { name: 'comprovante.pdf', type: 'application/pdf', bytes: receiptPdf('PIX R$ 100,00') }
    // One route for the whole story: taking one away while a reading runs through it is a fault of its own.
    const another = {
      id: '01920000-0000-7000-8000-000000000000',
      // Several contributions to one person in a month are shown as one donation.
      receiverId: '01950000-0000-7000-8000-000000000000',
      status: 'PENDING_PAYMENT',
    }
    let listed = (all: Sent[]): Sent[] => [
      ...all,
      { ...all[0]!, ...another },
      { ...all[0]!, ...another, id: another.id.replace('2', '3'), receiverId: another.id.replace('2', '4') },
    ]
    await page.route('**/api/donations/to-send', async (route) => {
      const answer = await route.fetch()
      // Of somebody who was just signed out nothing is read.
      if (!answer.ok()) return route.fulfill({ response: answer })
      return route.fulfill({ response: answer, json: listed((await answer.json()) as Sent[]) })
    })
    await page.evaluate(() => localStorage.clear())
    await shares(pdf)
    await page.waitForURL('**/login')
    await fills(page, { email: 'gloria.holanda@exemplo.invalid', password: DEMONSTRATION_PASSWORD })
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.waitForURL('**/compartilhar')
    const asked = page.getByRole('group', { name: 'De qual doação é este comprovante?' })
    await shows(asked)
    expect(await asked.getByRole('button').count()).toBe(3)
    // Nothing is chosen for somebody who has several; what they choose is shown before it is sent.
    expect(await asked.locator('[aria-pressed=true]').count()).toBe(0)
    await asked.getByRole('button').first().click()
    await shows(page.getByAltText('Prévia do comprovante'))
    await goes(page, '/donations')
    await page.getByRole('link', { name: 'Escolher a doação' }).click()
    // Those that wait for a payment stand first; this one has a receipt, which is replaced.
    await asked.getByRole('button', { name: /este o substitui/ }).click()
    await shows(page.getByText(/Esta é a primeira página do PDF/))
    const sent = await sentIn('/comprovante', 'comprovanteBase64', () =>
      page.getByRole('button', { name: 'Enviar comprovante' }).click(),
    )
    expect((await sharp(sent).metadata()).format).toBe('jpeg')
    await shows(page.getByRole('heading', { name: 'Comprovante enviado' }))
    await goes(page, '/compartilhar')
    await shows(page.getByText('Nenhum comprovante chegou aqui'))

    listed = () => []
    await shares(pdf)
    await shows(page.getByText('Você não tem doação em aberto agora'))
    listed = (all) => all.slice(0, 1)
    await page.reload()
    // One donation is not asked about.
    await shows(page.getByAltText('Prévia do comprovante'))
    expect(await page.getByLabel('ID da transação PIX (opcional)').inputValue()).toBe(PIX_ID)
    expect(await asked.count()).toBe(0)
    await page.getByRole('button', { name: 'Descartar esta imagem' }).click()
    await shows(page.getByText('Nenhum comprovante chegou aqui'))
  })
})
