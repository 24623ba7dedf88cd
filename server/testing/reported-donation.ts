import type { Person, TestApp } from './test-app.ts'

/** Of a demonstration with four people, one contribution that is asked for, its two parties, and somebody else. */
export type Owed = {
  readonly admin: string
  readonly donationId: string
  readonly donor: Person
  readonly receiver: Person
  readonly outsider: Person
}

export async function owedDonation(testApp: TestApp): Promise<Owed> {
  const admin = await testApp.administrator()
  const people = await testApp.placed(4)
  await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
  const donor = people[2]!
  const toSend = (await testApp.call('GET /donations/to-send', donor.token)).body as {
    id: string
    receiverId: string
    waiting: boolean
  }[]
  const { id: donationId, receiverId } = toSend.find(({ waiting }) => !waiting)!
  const receiver = people.find(({ id }) => id === receiverId)!
  const outsider = people.find(({ id }) => id !== receiverId && id !== donor.id)!
  return { admin, donationId, donor, receiver, outsider }
}

/** The same with a receipt, which its receiver reported. */
export async function reportedDonation(testApp: TestApp, more: object = {}): Promise<Owed & { reportId: string }> {
  const owed = await owedDonation(testApp)
  const params = { id: owed.donationId }
  const paid = await testApp.pays(owed.donationId, owed.donor.token)
  const body = { reason: 'O valor não apareceu.', ...more }
  const reported = await testApp.call('POST /donations/{id}/report', owed.receiver.token, { params, body })
  if (paid.status !== 201 || reported.status !== 201) throw new Error(`Not reported: ${JSON.stringify(reported.body)}`)
  return { ...owed, reportId: reported.body.id as string }
}
