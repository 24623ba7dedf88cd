import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFirefox } from '#e2e/browsers/firefox.ts'
import { openWebKit } from '#e2e/browsers/webkit.ts'
import type { ForeignBrowser, Screen } from '#e2e/browsers/screen.ts'
import { administratorToken, callsOf, joins, placed } from '#e2e/helpers/calls.ts'
import type { Calls, Joined } from '#e2e/helpers/calls.ts'
import { PASSWORD, person, qrPicture, receipt } from '#e2e/helpers/people.ts'
import { startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'

// The main stories in the browsers that are not Chromium: `npm run test:browsers`.

const ROSA = person(1)

describe.each([
  ['Firefox', openFirefox],
  ['WebKit', openWebKit],
] as const)('in %s', (_, openBrowser) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ciranda-browsers-'))
  let server: Server
  let browser: ForeignBrowser
  let call: Calls
  let admin: string
  let rosa: Screen
  let tiago: Screen
  let others: Joined[]

  beforeAll(async () => {
    server = await startServer({ CLOCK: '' })
    browser = await openBrowser(server.url)
    call = callsOf(server)
    admin = await administratorToken(call)
    ;[rosa, tiago] = [await browser.sitDown(), await browser.sitDown()]
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const fileOf = (name: string, bytes: Uint8Array): string => {
    writeFileSync(path.join(folder, name), bytes)
    return path.join(folder, name)
  }
  const signsIn = async (screen: Screen, who: { email: string }) => {
    await screen.open('/login')
    await screen.types({ email: who.email, password: PASSWORD })
    await screen.click({ role: 'button', name: 'Entrar' })
    await screen.arrivesAt('/home')
  }
  const faults = async () => {
    const answer = await fetch(`${server.url}/api/ledger/export`, { headers: { Authorization: `Bearer ${admin}` } })
    return verify(readLedger(await answer.text()))
  }

  test('a person joins through the four steps of the registration', async () => {
    await rosa.open('/register')
    await rosa.sees({ text: 'Passo 1 de 4' })
    const { firstName, lastName, email, phone, cpf, birthDate } = ROSA
    await rosa.types({ firstName, lastName, email, phone, cpf, birthDate })
    await rosa.click({ role: 'button', name: 'Próximo' })
    await rosa.sees({ text: 'Passo 2 de 4' })
    const { cep, address, addressNumber, pixOwnerName, pixCopyPaste } = ROSA
    await rosa.types({ cep, address, addressNumber, pixOwnerName, pixCopyPaste })
    await rosa.attach('QR Code PIX', fileOf('qr.png', await qrPicture(pixCopyPaste)))
    await rosa.sees({ text: 'Imagem escolhida' })
    await rosa.click({ role: 'button', name: 'Próximo' })
    await rosa.sees({ text: 'Passo 3 de 4' })
    await rosa.types({ password: PASSWORD, confirmPassword: PASSWORD })
    await rosa.click({ role: 'button', name: 'Próximo' })
    await rosa.sees({ text: 'Passo 4 de 4' })
    await rosa.click({ label: 'Li e aceito os termos e condições' })
    await rosa.click({ role: 'button', name: 'Criar Conta' })
    await rosa.arrivesAt('/home')
    await rosa.sees({ text: 'Não Verificado' })
  })

  test('approval reaches her page by itself', async () => {
    others = []
    for (const n of [2, 3, 4]) {
      const { firstName, lastName } = person(n)
      others.push(await joins(call, { firstName, lastName, number: n }))
    }
    const { id } = (await call('GET /users', admin)).find(({ email }) => email === ROSA.email)!
    // Tiago receives first, then Rosa.
    const inOrder = [others[0]!, { id, token: '', email: ROSA.email, name: ROSA.name }, others[1]!, others[2]!]
    await placed(call, admin, inOrder)
    await rosa.sees({ text: 'Conta Verificada' })
  })

  test('she sees what she owes, and sends a receipt that her device signed', async () => {
    await call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    await rosa.open('/donations')
    const card = { role: 'article', text: `Para ${others[0]!.name}` } as const
    await rosa.sees({ text: /R\$\s100,00/, within: card })
    await rosa.attach('Escolher comprovante', fileOf('recibo.png', (await receipt('de Rosa')).buffer), card)
    await rosa.click({ role: 'button', name: 'Enviar comprovante', within: card })
    await rosa.sees({ text: 'Comprovante enviado. Falta quem recebe confirmar.' })
    expect(await faults()).toMatchObject({ faults: [], signatures: { signed: 1, unsignedFound: 0 } })
  })

  const owed = { role: 'article', text: `De ${ROSA.name}` } as const

  test('the receiver looks at the receipt and confirms it, once, on a device that signs', async () => {
    await signsIn(tiago, others[0]!)
    await tiago.open('/donations')
    await tiago.click({ role: 'tab', name: /A Receber/ })
    await tiago.click({ role: 'button', name: 'Ver comprovante', within: owed })
    await tiago.sees({ role: 'img', name: `Comprovante enviado por ${ROSA.name}` })
    await tiago.click({ role: 'button', name: 'Fechar', within: { role: 'dialog' } })
    await tiago.click({ role: 'button', name: 'Confirmar recebimento', within: owed })
    await tiago.click({ label: 'Conferi no extrato do meu banco' })
    await tiago.click({ role: 'button', name: 'Confirmar', within: { role: 'dialog' } })
    await tiago.isGone(owed)
    expect(await faults()).toMatchObject({ faults: [], signatures: { signed: 2, unsignedFound: 0 } })
    await tiago.open('/profile')
    await tiago.sees({ text: 'este aparelho' })
  })

  test('after the last donation of the level, the upgrade is offered and accepted', async () => {
    for (const { token } of others.slice(1)) {
      const { id } = (await call('GET /donations/to-send', token)).find(
        ({ receiver }) => receiver?.id === others[0]!.id,
      )!
      const comprovanteBase64 = (await receipt(`de ${id}`)).buffer.toString('base64')
      await call('POST /donations/{id}/comprovante', token, { params: { id }, body: { comprovanteBase64 } })
      await call('PATCH /donations/{id}/confirm', others[0]!.token, { params: { id } })
    }
    await tiago.open('/donations')
    await tiago.click({ role: 'tab', name: /Níveis/ })
    await tiago.click({ role: 'button', name: 'Ver upgrade' })
    await tiago.click({ role: 'button', name: 'Aceitar upgrade', within: { role: 'dialog' } })
    await tiago.sees({ text: 'Upgrade aceito. Você agora está na fila do nível 2.' })
  })

  test('her device verifies the whole ledger', async () => {
    await rosa.open('/ledger')
    await rosa.click({ role: 'button', name: 'Verificar' })
    await rosa.sees({ role: 'heading', name: /^✓ Tudo confere/ })
  })

  test('her device comes to every number of the outcome that the terms show', async () => {
    await rosa.open('/terms')
    await rosa.click({ role: 'button', name: 'Conferir os números mostrados' })
    await rosa.sees({ text: '✓ São os mesmos números' })
  })

  test('pages that are left at once leave what the device keeps to those after them', async () => {
    for (const page of ['/donations', '/home', '/donations', '/home', '/donations', '/home']) {
      await rosa.open(page)
      await rosa.sees(page === '/home' ? { text: /^Que bom ter você aqui/ } : { text: /R\$\s100,00/ })
    }
    await rosa.holds(
      'an answer of the store',
      `(globalThis.asked ??= !!(indexedDB.open('keyval-store').onsuccess = ({ target: { result } }) => {
        result.transaction('keyval', 'readwrite').objectStore('keyval').put(1, 'aqui').onsuccess = () => {
          globalThis.isAnswered = true
        }
      }), globalThis.isAnswered === true)`,
    )
  })

  test('with the server gone, her pages open with what was last seen, and say so', async () => {
    await rosa.open('/donations')
    await rosa.sees({ text: /R\$\s100,00/ })
    await rosa.open('/home')
    await rosa.sees({ text: /Se a roda parasse hoje/ })
    await rosa.holds('a service worker', `navigator.serviceWorker?.controller?.state === 'activated'`)
    // The page writes readings a moment after they came; the server goes only then.
    await rosa.holds('two seconds', '(globalThis.seenAt ??= performance.now()) + 2000 < performance.now()')
    await server.kill()
    await rosa.open('/home')
    await rosa.sees({ text: 'Sem conexão.' })
    await rosa.sees({ text: /Se a roda parasse hoje/ })
    await server.restart()
    await rosa.isGone({ text: 'Sem conexão.' })
  })
})
