import { Button } from '@mantine/core'
import { whatsappLink } from '#contracts/payment/phones.ts'
import { reminderLink, waitsFor } from '#web/text/reminder.ts'
import { RemindButton } from '#web/ui/RemindButton.tsx'
import type { Donation } from './api.ts'
import { namedOf, PhoneNote } from './NameNote.tsx'
import type { Side } from './status-text.ts'
import type { PaymentState } from './usePaymentCheck.ts'

type Props = {
  readonly donation: Donation
  readonly side: Side
  readonly check: PaymentState
  readonly contact: Donation['receiver']
  readonly onReport: () => void
}

/** Talking to the other side, reminding them, reporting: for when something is not as it should be. */
export function RareActions({ donation, side, check, contact, onReport }: Props) {
  const isWaitingForOther = waitsFor(donation) === (side === 'donor' ? 'receiver' : 'donor')
  return (
    <>
      {check.is !== 'differs' && (
        <Contact party={contact} id={namedOf(donation, side)?.id} isDemonstration={donation.demonstration} />
      )}
      {check.is !== 'differs' && isWaitingForOther && <RemindButton link={reminderLink(donation)} />}
      {donation.allowed.includes('report') && (
        <Button variant="outline" color="red" onClick={onReport}>
          {side === 'donor' ? 'Reportar problema' : 'Reportar não recebimento'}
        </Button>
      )}
    </>
  )
}

type ContactProps = { party: Donation['receiver']; id: string | undefined; isDemonstration: boolean }

/** How to reach the other side. In a demonstration the server masks it, and `ContactNote` says where the button works. */
function Contact({ party, id, isDemonstration }: ContactProps) {
  if (isDemonstration && party?.phone)
    return (
      <Button variant="default" disabled>
        Falar no WhatsApp
      </Button>
    )
  const link = party ? whatsappLink({ phone: party.phone, pixKey: party.pixKey }) : null
  if (!link) return null
  return (
    <>
      {id !== undefined && party?.phone && <PhoneNote id={id} phone={party.phone} />}
      <Button component="a" href={link} target="_blank" rel="noreferrer" variant="default">
        Falar no WhatsApp
      </Button>
    </>
  )
}
