import './reports.css'
import { Anchor, Text } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { formatPhone, whatsappLink } from '#contracts/payment/phones.ts'
import { moneyText } from '#contracts/money-text.ts'
import { fullMomentText } from '#web/text/dates.ts'
import { BreakableText } from '#web/ui/BreakableText.tsx'
import { StatusMark } from '#web/ui/StatusMark.tsx'
import type { ReportDetails } from './api.ts'
import { Acting } from '#web/features/session/Acting.tsx'
import { AskForm } from './AskForm.tsx'
import { say } from '#web/text/say.ts'
import { eventText, standingText } from './report-text.ts'

export type ReceiptComponent = ComponentType<{ readonly donation: ReportDetails['donation'] }>

export type TimelineComponent = ComponentType<{ readonly of: ReportDetails['case'] }>

type Props = {
  readonly report: ReportDetails
  readonly Receipt: ReceiptComponent
  readonly Timeline: TimelineComponent
}

/** All there is to decide by: both sides, the receipt, every word said, and what happened to the donation. */
export function Evidence({ report, Receipt, Timeline }: Props) {
  const { donation, history } = report
  return (
    <div className="evidence">
      <Part title="Os dois lados">
        <div className="evidence-sides">
          <Side
            title="Doador"
            person={donation.donor}
            standing={report.standing.donor}
            isReporter={report.reporterId === donation.donorId}
          />
          <Side
            title={say('Receptor')}
            person={donation.receiver}
            standing={report.standing.receiver}
            isReporter={report.reporterId === donation.receiverId}
          />
        </div>
      </Part>
      <Part title="Comprovante">
        {donation.receipt_sent_at || donation.rejections.length > 0 ? (
          <Receipt donation={donation} />
        ) : (
          <Text size="sm">
            {donation.paid > 0
              ? `Já confirmado em partes: ${moneyText(donation.paid)}. Do resto, nenhum comprovante foi enviado.`
              : 'Nenhum comprovante foi enviado.'}
          </Text>
        )}
      </Part>
      <Part title="Mensagens">
        <Timeline of={report.case} />
        <Acting>
          <AskForm key={report.id} report={report} />
        </Acting>
      </Part>
      <Part title="Histórico da doação">
        <ol className="history">
          {history.map((event) => (
            <li key={event.seq}>
              <div>{eventText(event)}</div>
              <time dateTime={event.at}>{fullMomentText(event.at)}</time>
              <span className="history-by"> · {event.by ? `por ${event.by.name}` : 'pelo sistema'}</span>
            </li>
          ))}
        </ol>
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

type Contact = NonNullable<ReportDetails['donation']['receiver']>

function Side({
  title,
  person,
  standing,
  isReporter,
}: {
  title: string
  person: Contact | null
  standing: ReportDetails['standing']['receiver']
  isReporter: boolean
}) {
  const link = person && whatsappLink(person)
  return (
    <article className="evidence-side" aria-label={title}>
      <header>
        <Text component="span" size="sm" c="dimmed">
          {title}
        </Text>
        {isReporter && <StatusMark tone="wait">{say('Fez o report')}</StatusMark>}
      </header>
      <p>
        <strong>{person?.name ?? '-'}</strong>
      </p>
      {person?.email && (
        <p>
          <BreakableText text={person.email} />
        </p>
      )}
      {person?.phone && (
        <p>
          <span className="no-break">{formatPhone(person.phone)}</span>
          {link && (
            <>
              {' · '}
              <Anchor href={link} target="_blank" rel="noreferrer" inherit>
                WhatsApp
              </Anchor>
            </>
          )}
        </p>
      )}
      <p>
        PIX: <BreakableText text={person?.pixKey ?? 'Não informado'} />
      </p>
      {standing && (
        <Text component="p" inherit c="dimmed">
          {title === 'Doador' ? 'Doações que fez' : 'Doações que recebe'}: {standingText(standing)}
        </Text>
      )}
    </article>
  )
}
