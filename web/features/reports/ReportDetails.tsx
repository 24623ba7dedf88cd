import './reports.css'
import { Button, Modal, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { memberDonationStatusLabel } from '#contracts/labels.ts'
import { moneyText } from '#contracts/money-text.ts'
import { failureText } from '#web/api/client.ts'
import { fullMomentText } from '#web/text/dates.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { detailsQuery } from './api.ts'
import type { Report } from './api.ts'
import { outcomeText, stateNotes } from './report-text.ts'
import { say } from '#web/text/say.ts'
import { ReportStatus } from './ReportStatus.tsx'

const FAILED = 'Erro ao carregar detalhes do report'

/** One report, whole: what was said, where it stands and what the administration answered. */
export default function ReportDetails({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(detailsQuery(id))
  const reason = error ? failureText(error, say(FAILED)) : null
  return (
    <Modal opened onClose={onClose} title={say('Detalhes do Report')} size="lg">
      <Stack gap="lg">
        {!data && !error && (
          <Text role="status" c="dimmed" py="xl" ta="center">
            Carregando...
          </Text>
        )}
        {error && <ErrorState message={say(FAILED)} onRetry={() => void refetch()} />}
        {error && reason !== say(FAILED) && (
          <Text size="sm" c="dimmed">
            {reason}
          </Text>
        )}
        {data && <Details report={data} />}
        <DialogButtons>
          {data && (
            <Button
              mih={44}
              variant="light"
              renderRoot={(props) => <Link {...props} to="/reports/$reportId" params={{ reportId: id }} />}
            >
              Abrir o caso
            </Button>
          )}
          <Button variant="default" onClick={onClose} mih={44}>
            Fechar
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}

function Details({ report }: { report: Report }) {
  const outcome = outcomeText(report)
  return (
    <>
      <ReportStatus status={report.status} />
      {stateNotes(report).map(({ title, text, tone }) => (
        <section key={title} className="report-state" data-tone={tone}>
          <h3>{title}</h3>
          <p className="report-words">{text}</p>
        </section>
      ))}
      <dl className="report-facts">
        <Fact label={say('ID do report')} isWhole>
          {report.id}
        </Fact>
        <Fact label="Doação" isWhole>
          {report.donor.name} → {report.receiver.name}
        </Fact>
        <Fact label="Valor da doação">{moneyText(report.amount)}</Fact>
        <Fact label={say('Status da doação')}>{memberDonationStatusLabel(report.donation_status)}</Fact>
        <Fact label="Criado em">{fullMomentText(report.created_at)}</Fact>
        {outcome && <Fact label="O que mudou na doação">{outcome}</Fact>}
      </dl>
      <section>
        <Title order={3} size="h6" mb={4}>
          {say('Motivo do Report')}
        </Title>
        <p className="report-words">{report.report_reason}</p>
        {report.report_additional_info && (
          <>
            <Text size="sm" c="dimmed" mt="sm">
              Informações adicionais:
            </Text>
            <p className="report-words">{report.report_additional_info}</p>
          </>
        )}
      </section>
    </>
  )
}

function Fact({ label, children, isWhole = false }: { label: string; children: ReactNode; isWhole?: boolean }) {
  return (
    <div className={isWhole ? 'whole' : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
