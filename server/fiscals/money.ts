import type { Context } from '#server/context.ts'
import type { PageRequest } from '#server/database/pages.ts'
import { listDonations } from '#server/donations/admin-queries.ts'

/** The circle's donations for a fiscal, newest first: whose they are, how much, and how they stand. */
export async function listMoney(context: Context, asked: PageRequest) {
  const { data, pagination } = await listDonations(context, asked)
  return {
    data: data.map(({ id, type, status, amount, paid, createdAt, deadline, endedAt, overdue, is_reported, ...of }) => {
      const facts = { id, type, status, amount, paid, createdAt, deadline, endedAt, overdue, is_reported }
      return { ...facts, donor: of.donor.name, receiver: of.receiver.name }
    }),
    pagination,
  }
}
