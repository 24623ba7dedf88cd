import type { Invited } from '#contracts/forms/join-links.ts'
import type { Services } from '#server/context.ts'
import { seal, unseal } from '#server/lib/sealing.ts'
import type { JoinLinkRow } from './secret.ts'

type Sealing = Pick<Services, 'secrets'>

/** Seals the content of an invitation: the note of a shared one, or whom a personal one is for. */
export function sealLink({ secrets }: Sealing, linkId: string, content: { label: string } | Invited): string {
  return seal(secrets, JSON.stringify(content), `join link:${linkId}`)
}

/** The person whom a personal invitation is for; null for a shared one, and where it was emptied. */
export function openInvited(services: Sealing, row: JoinLinkRow): Invited | null {
  return row.personIndex === null ? null : (open(services, row) as Invited | null)
}

/** The note of a shared invitation; null for a personal one, and where it was emptied. */
export function openLabel(services: Sealing, row: JoinLinkRow): string | null {
  return row.personIndex === null ? ((open(services, row) as { label: string } | null)?.label ?? null) : null
}

function open({ secrets }: Sealing, { id, sealed }: JoinLinkRow): unknown {
  return sealed === null ? null : JSON.parse(unseal(secrets, sealed, `join link:${id}`))
}
