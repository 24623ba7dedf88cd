import { writeFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, test } from 'vitest'
import { openLedgerBooks } from '#circle/ledger/books.ts'
import { COMMAND_KIND } from '#circle/ledger/entry.ts'
import { receipt } from '#server/files/testing/pictures.ts'
import { audit } from '#server/tables/audit.ts'
import { ledger } from '#server/tables/ledger.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

type Owed = { id: string; donorId: string; receiverId: string }
type Person = { id: string; token: string }
type User = {
  id: string
  email: string
  phone: string
  cpf: string
  pixKey: string | null
  firstName: string
  lastName: string
}

const DAY_MS = 86_400_000
const NOWHERE = '01234567-89ab-7def-8123-456789abcdef'

/** Five people over two months and a turn of the year. The clock begins at noon of 10/11/2026. */
describe('papers', () => {
  let testApp: TestApp
  let admin: string
  let people: Person[]
  let registered: User[]
  let donation: Owed
  let open: Owed
  let reportId: string

  const userOf = (id: string) => registered.find((user) => user.id === id)!
  const nameOf = (id: string) => `${userOf(id).firstName} ${userOf(id).lastName}`
  const tokenOf = (id: string) => people.find((person) => person.id === id)!.token

  const signInAgain = async () => {
    admin = await testApp.administrator()
    people = await Promise.all(
      people.map(async ({ id }) => {
        const { body } = await testApp.call('POST /auth/login', null, {
          body: { email: userOf(id).email, password: PASSWORD },
        })
        return { id, token: body.access_token as string }
      }),
    )
  }
  const owedBy = async (person: Person) =>
    ((await testApp.call('GET /donations/to-send', person.token)).body as (Owed & { waiting: boolean })[]).filter(
      ({ waiting }) => !waiting,
    )
  const confirms = async (one: Owed) => {
    expect((await testApp.pays(one.id, tokenOf(one.donorId))).status).toBe(201)
    const confirmed = await testApp.call('PATCH /donations/{id}/confirm', tokenOf(one.receiverId), {
      params: { id: one.id },
    })
    expect(confirmed.status).toBe(200)
  }

  const paper = async (path: string, token: string | null) => {
    const answer = await testApp.app.inject({
      method: 'GET',
      url: `/api${path}`,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    })
    return answer
  }
  /** The text of a PDF as its reader sees it, with single spaces. */
  const read = async (path: string, token: string) => {
    const answer = await paper(path, token)
    expect([path, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([path, 200, ''])
    expect(answer.headers['content-type']).toBe('application/pdf')
    if (process.env['KEEP_PDF'])
      writeFileSync(`${process.env['KEEP_PDF']}/${path.replaceAll(/\W+/g, '_').slice(0, 60)}.pdf`, answer.rawPayload)
    const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)))
    return { pages: totalPages, text: text.join('\n').replaceAll(/\s+/g, ' ') }
  }
  const json = async (path: string, token: string) => (await paper(`${path}`, token)).json()
  const entriesOf = () => testApp.services.db.select().from(ledger).orderBy(ledger.seq)

  /** Nothing that screens do not show to this reader: contact, keys and documents of others, and people who take no part. */
  const expectNothingOfOthers = (text: string, reader: string | null, mayName: readonly string[]) => {
    for (const user of registered) {
      if (user.id === reader) continue
      for (const secret of [user.email, user.phone, user.cpf, user.pixKey])
        if (secret) expect(text).not.toContain(secret)
      const digits = user.cpf.replaceAll(/\D/g, '')
      expect(text.replaceAll(/\D/g, ' ')).not.toContain(digits)
      expect(text).not.toContain(digits.slice(3, 6) + '.' + digits.slice(6, 9))
      if (!mayName.includes(user.id)) expect(text).not.toContain(nameOf(user.id))
    }
  }

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 5 }))
    admin = await testApp.administrator()
    people = await testApp.placed(5)
    registered = ((await testApp.call('GET /users', admin)).body as (User & { role: string })[]).filter(
      ({ role }) => role === 'USER',
    )
    await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    const all = (await Promise.all(people.map(owedBy))).flat()
    donation = all[0]!
    await confirms(donation)
    await confirms(all[1]!)
    // At 23:30 of 30/11 in São Paulo it is December in UTC already.
    testApp.clock.advance(Date.parse('2026-12-01T02:30:00Z') - testApp.clock.now())
    await signInAgain()
    await confirms(all[2]!)
    testApp.clock.advance(DAY_MS)
    await signInAgain()
    await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    const december = (await Promise.all(people.map(owedBy))).flat().filter(({ id }) => id !== all[3]?.id)
    await confirms(december.find(({ donorId }) => donorId === donation.donorId)!)
    open = december.find(({ donorId }) => donorId !== donation.donorId)!
    expect((await testApp.pays(open.id, tokenOf(open.donorId))).status).toBe(201)
    const receiverId = december.find(({ id }) => id === open.id)!.receiverId
    const reported = await testApp.call('POST /donations/{id}/report', tokenOf(receiverId), {
      params: { id: open.id },
      body: { reason: 'O valor não apareceu até às 18h.', additionalInfo: 'Olhei duas vezes.' },
    })
    reportId = reported.body.id
    const said = await testApp.call('POST /reports/{id}/statements', tokenOf(open.donorId), {
      params: { id: reportId },
      body: { text: 'Paguei às 9h, é só olhar. 😀', picture: (await receipt()).toString('base64') },
    })
    expect(said.status).toBe(201)
    await testApp.call('POST /admin/donations/reports/{id}/ask', admin, {
      params: { id: reportId },
      body: { of: 'receiver', text: 'Mande o extrato do dia.', until: '2026-12-05' },
    })
    await testApp.call('POST /admin/donations/reports/{id}/resolve', admin, {
      params: { id: reportId },
      body: {
        resolution: 'RESOLVED',
        resolution_message: 'Vimos o extrato: o valor entrou.',
        admin_notes: 'nota interna sigilosa',
        donation_outcome: 'confirm',
      },
    })
  })

  describe('a recibo', () => {
    test('says amount, people and time as the ledger’s entry has them, the same to both parties and administrators', async () => {
      const entry = (await entriesOf()).find(
        ({ kind, payload }) => kind === 'donation.confirmed' && payload['donationId'] === donation.id,
      )!
      for (const token of [tokenOf(donation.donorId), tokenOf(donation.receiverId), admin]) {
        const { text, pages } = await read(`/donations/${donation.id}/recibo`, token)
        expect(text).toContain('R$ 100,00 (cem reais)')
        expect(text).toContain(
          `${nameOf(donation.receiverId)} confirmou ter recebido de ${nameOf(donation.donorId)} a quantia de`,
        )
        expect(text).toContain('10 de novembro de 2026 às 12:00')
        expect(text).toContain(`nº ${entry.seq} · ${entry.hash.slice(0, 8)}`)
        expect(text).toContain('DEMONSTRAÇÃO: DINHEIRO FICTÍCIO')
        expect(text).toContain('Recebimento confirmado')
        expect(text).toContain(`Página 1 de ${pages}`)
        const head = (await entriesOf()).at(-1)!
        expect(text).toContain(`terminava no lançamento nº ${head.seq}, cuja marca inteira é ${head.hash}`)
        expectNothingOfOthers(text, null, [donation.donorId, donation.receiverId])
      }
    })

    test('is of a confirmed donation alone, and nobody else learns that it exists', async () => {
      const outsider = people.find(({ id }) => id !== donation.donorId && id !== donation.receiverId)!
      expect((await paper(`/donations/${donation.id}/recibo`, outsider.token)).statusCode).toBe(404)
      expect((await paper(`/donations/${NOWHERE}/recibo`, admin)).statusCode).toBe(404)
      expect((await paper(`/donations/${donation.id}/recibo`, null)).statusCode).toBe(401)
      const person = people.find(({ id }) => id !== donation.donorId)!
      const unpaid = (await Promise.all(people.map(owedBy))).flat()[0]!
      const early = await paper(`/donations/${unpaid.id}/recibo`, tokenOf(unpaid.donorId))
      expect([early.statusCode, early.json().code]).toEqual([409, 'paper.not_confirmed'])
      expect((await paper(`/donations/${donation.id}/recibo?format=doc`, person.token)).statusCode).toBe(400)
    })

    test('says so where the administration confirmed over the receiver’s head', async () => {
      const { text } = await read(`/donations/${open.id}/recibo`, tokenOf(open.donorId))
      expect(text).toContain('A administração do círculo deu como recebida por')
      expect(text).toContain('Confirmado por Administração do círculo')
      expect(text).not.toContain('confirmou ter recebido')
    })

    test('is also a line for a spreadsheet and JSON, with the same facts', async () => {
      const token = tokenOf(donation.donorId)
      const csv = await paper(`/donations/${donation.id}/recibo?format=csv`, token)
      expect(csv.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="recibo-${donation.id}.csv"`,
        'cache-control': 'no-store',
      })
      expect(csv.body.startsWith('\uFEFFDoação;Tipo;Valor (R$);')).toBe(true)
      const found = await json(`/donations/${donation.id}/recibo?format=json`, token)
      expect(found).toMatchObject({ amount: 100, demonstration: true, confirmed_by: 'receiver' })
      expect(csv.body).toContain(`;100,00;${found.donor};${found.receiver};10/11/2026 12:00;Quem recebeu;`)
    })
  })

  describe('a statement', () => {
    test('of a year is the sum of its months, and what replaying the ledger says', async () => {
      const books = openLedgerBooks()
      for (const { seq, kind, payload } of await entriesOf())
        if (kind !== COMMAND_KIND) expect(books.record(seq, kind, payload)).toBeNull()
      let moved = 0
      for (const { id, token } of people) {
        const year = await json('/me/statement?period=2026&format=json', token)
        const sum = { given: 0, received: 0 }
        for (let month = 1; month <= 12; month += 1) {
          const period = `2026-${String(month).padStart(2, '0')}`
          const one = await json(`/me/statement?period=${period}&format=json`, token)
          expect(year.months[month - 1]).toEqual({ period, given: one.given, received: one.received })
          sum.given += one.given
          sum.received += one.received
        }
        expect(sum).toEqual({ given: year.given, received: year.received })
        const { givenCents, receivedCents } = books.own(id)
        expect(sum).toEqual({ given: givenCents / 100, received: receivedCents / 100 })
        moved += sum.given
      }
      expect(moved).toBe(500)
    })

    test('names each donation with its entry, and of others the name alone', async () => {
      const { donorId } = donation
      const { text } = await read('/me/statement?period=2026', tokenOf(donorId))
      const own = (await entriesOf()).filter(
        ({ kind, payload }) => kind === 'donation.confirmed' && payload['donorId'] === donorId,
      )
      expect(own).toHaveLength(2)
      for (const { seq, hash } of own) expect(text).toContain(`nº ${seq} · ${hash.slice(0, 8)}`)
      expect(text).toContain('Doado R$ 200,00')
      expect(text).toContain('No ano R$ 200,00')
      expect(text).toContain('novembro de 2026 R$ 100,00')
      expect(text).toContain('peça a ela')
      const others = (await entriesOf()).flatMap(({ kind, payload: { donorId: from, receiverId: to } }) =>
        kind !== 'donation.confirmed' ? [] : from === donorId ? [String(to)] : to === donorId ? [String(from)] : [],
      )
      expectNothingOfOthers(text, donorId, [donorId, ...others])
    })

    test('shows one’s own CPF in full for the year, masked for a month', async () => {
      const { id, token } = people[0]!
      const digits = userOf(id).cpf.replaceAll(/\D/g, '')
      const full = `${digits.slice(0, 3)}.${digits.slice(3, 6)}.${digits.slice(6, 9)}-${digits.slice(9)}`
      const year = await read('/me/statement?period=2026', token)
      expect(year.text).toContain(full)
      const month = await read('/me/statement?period=2026-11', token)
      expect(month.text).not.toContain(full)
      expect(month.text).toContain(`***.${digits.slice(3, 6)}.${digits.slice(6, 9)}-**`)
    })

    test('counts the last evening of a month in São Paulo to that month', async () => {
      const late = (await entriesOf()).filter(
        ({ kind, at }) => kind === 'donation.confirmed' && at.toISOString() === '2026-12-01T02:30:00.000Z',
      )
      expect(late).toHaveLength(1)
      const token = tokenOf(String(late[0]!.payload['donorId']))
      const november = await json('/me/statement?period=2026-11&format=json', token)
      expect(november.donations.map((one: { entry: { seq: number } }) => one.entry.seq)).toContain(late[0]!.seq)
    })

    test('says plainly that nothing was given or received, and refuses what is no month', async () => {
      const { text } = await read('/me/statement?period=2025-02', people[0]!.token)
      expect(text).toContain('Nada foi doado.')
      expect(text).toContain('Nada foi recebido.')
      for (const period of ['', '26', '2026-13', '2026-1', '../etc'])
        expect((await paper(`/me/statement?period=${period}`, people[0]!.token)).statusCode).toBe(400)
      expect((await paper('/me/statement?period=2026', admin)).statusCode).toBe(403)
    })
  })

  describe('the circle’s month', () => {
    test('is for administrators, recorded, and its sums are those of its members’ statements', async () => {
      const before = await testApp.services.db.$count(audit, eq(audit.kind, 'donations.exported'))
      expect((await paper('/admin/circle/month?period=2026-11', people[0]!.token)).statusCode).toBe(403)
      const month = await json('/admin/circle/month?period=2026-11&format=json', admin)
      expect(await testApp.services.db.$count(audit, eq(audit.kind, 'donations.exported'))).toBe(before + 1)
      expect(month.confirmed).toEqual({ count: 3, amount: 300 })
      for (const { id, token } of people) {
        const own = await json('/me/statement?period=2026-11&format=json', token)
        const row = month.members.find(({ name }: { name: string }) => name === nameOf(id))
        expect({ given: row?.given ?? 0, received: row?.received ?? 0 }).toEqual({
          given: own.given,
          received: own.received,
        })
      }
      const { text } = await read('/admin/circle/month?period=2026-12', admin)
      expect(text).toContain('O círculo em dezembro de 2026')
      expect(text).toContain('Casos decididos 1')
      expectNothingOfOthers(
        text,
        null,
        people.map(({ id }) => id),
      )
    })

    test('is a table in which no name can run as a formula', async () => {
      const { db } = testApp.services
      const { firstName } = userOf(donation.donorId)
      await db.update(users).set({ firstName: '=1+1;"x"' }).where(eq(users.id, donation.donorId))
      const csv = await paper('/admin/circle/month?period=2026-11&format=csv', admin)
      await db.update(users).set({ firstName }).where(eq(users.id, donation.donorId))
      expect(csv.body).toContain(`;"'=1+1;""x"" `)
      expect(csv.body.split('\r\n')).toHaveLength(3 + 2)
    })
  })

  describe('a case on paper', () => {
    test('has what both said, asked and decided with its entries, and of the administration no name and no note', async () => {
      const marks = (await entriesOf()).filter(({ kind }) => kind === 'case.words')
      for (const token of people.filter(({ id }) => id === open.donorId).map((one) => one.token)) {
        const { text } = await read(`/reports/${reportId}/export`, token)
        for (const words of [
          'O valor não apareceu até às 18h.',
          'Olhei duas vezes.',
          'Paguei às 9h, é só olhar. ?',
          'Mande o extrato do dia.',
          'uma resposta até 05/12/2026',
          'Vimos o extrato: o valor entrou.',
          'Na doação: recebimento confirmado.',
          'DEMONSTRAÇÃO: DINHEIRO FICTÍCIO',
        ])
          expect(text).toContain(words)
        for (const { seq, hash } of marks) expect(text).toContain(`lançamento nº ${seq} (${hash.slice(0, 8)})`)
        expect(text).not.toContain('sigilosa')
      }
      expect((await read(`/reports/${reportId}/export`, admin)).text).toContain('nota interna sigilosa')
    })

    test('is for its two parties and administrators alone', async () => {
      const found = (await testApp.call('GET /reports/{id}', admin, { params: { id: reportId } })).body
      const outsider = people.find(({ id }) => id !== found.donor.id && id !== found.receiver.id)!
      expect((await paper(`/reports/${reportId}/export`, outsider.token)).statusCode).toBe(404)
    })
  })

  test('is not made from an entry that is not what its hash says', async () => {
    const { database } = testApp.services
    const entry = (await entriesOf()).find(
      ({ kind, payload }) => kind === 'donation.confirmed' && payload['donationId'] === donation.id,
    )!
    const change = (amount: number) =>
      database.asOwner(async (client) => {
        await client.query('alter table ledger disable trigger user')
        await client.query(
          `update ledger set payload = jsonb_set(payload, '{amountCents}', '${amount}') where seq = ${entry.seq}`,
        )
        await client.query('alter table ledger enable trigger user')
      })
    await change(999_900)
    const token = tokenOf(donation.donorId)
    for (const path of [`/donations/${donation.id}/recibo`, '/me/statement?period=2026-11']) {
      const answer = await paper(path, token)
      // The status first: a paper that was made all the same is no JSON.
      expect(answer.statusCode).toBe(409)
      expect(answer.json().code).toBe('paper.altered')
      expect(answer.json().message).toContain(`nº ${entry.seq}`)
    }
    await change(10_000)
    expect((await paper(`/donations/${donation.id}/recibo`, token)).statusCode).toBe(200)
  })
})
