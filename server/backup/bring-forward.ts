import type { Client } from 'pg'

/** These columns were added to sessions after the first release, and each session has to have them now. */
const OF_SESSIONS = ['confirmed_at', 'last_seen_at', 'device']

/** Lets rows from before 1.0.0 in, which lack what was added since. `client` is the owner's, in a transaction. */
export async function makeRoom(client: Client): Promise<void> {
  for (const column of OF_SESSIONS) await client.query(`ALTER TABLE sessions ALTER COLUMN ${column} DROP NOT NULL`)
}

/**
 * Says of rows from before 1.0.0 what rows of today say, from what they and the ledger tell. Done twice, it changes nothing more,
 * so that it fits whatever version between 0.1.0 and 1.0.0 the rows are of.
 */
export async function bringForward(client: Client): Promise<void> {
  // The first sessions were opened by a password, and seen at least then.
  await client.query(
    `UPDATE sessions SET confirmed_at = created_at, last_seen_at = created_at, device = 'Aparelho desconhecido'
     WHERE confirmed_at IS NULL`,
  )
  for (const column of OF_SESSIONS) await client.query(`ALTER TABLE sessions ALTER COLUMN ${column} SET NOT NULL`)
  await client.query(FILL_RECEIPT_LEFT)
  // A report's time is the ledger's: the rules compute deadlines from it, and the verifier from the ledger alone.
  await client.query(
    `UPDATE reports SET reported_at = ledger.at FROM ledger
     WHERE ledger.circle_id = reports.circle_id AND ledger.kind = 'donation.reported'
       AND ledger.payload ->> 'reportId' = reports.id::text AND reports.reported_at <> ledger.at`,
  )
}

/**
 * A receipt that waits stopped its donor's clock when it was first sent, which only the ledger tells: a row keeps the moment of the
 * latest. A report that was open then had held the clock since it was made, the donor's own for 14 days at most.
 */
export const FILL_RECEIPT_LEFT = `
  UPDATE donations SET receipt_left_ms = round(extract(epoch FROM
      donations.deadline_at - sent.at + coalesce(
        (SELECT greatest(interval '0', CASE WHEN reports.reporter_id = donations.donor_id
            THEN least(sent.at, reports.reported_at + interval '336 hours') ELSE sent.at END - reports.reported_at)
          FROM reports
          WHERE reports.circle_id = donations.circle_id AND reports.donation_id = donations.id
            AND reports.reported_at <= sent.at AND (reports.ended_at IS NULL OR reports.ended_at > sent.at)),
        interval '0')) * 1000)
    FROM (SELECT circle_id, payload ->> 'donationId' AS donation_id, min(at) AS at
      FROM ledger WHERE kind = 'donation.receipt_sent' GROUP BY 1, 2) AS sent
    WHERE donations.status = 'PENDING_CONFIRMATION' AND donations.receipt_left_ms IS NULL
      AND sent.circle_id = donations.circle_id AND sent.donation_id = donations.id::text`
