import { Alert, Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { donationStatusLabels, donationTypeLabel } from '#contracts/labels.ts'
import type { DonationOutcome } from '#contracts/labels.ts'
import { moneyText } from '#contracts/money-text.ts'
import { failureText } from '#web/api/client.ts'
import { fullMomentText } from '#web/text/dates.ts'
import { DescriptionList } from '#web/ui/DescriptionList.tsx'
import { Proposed } from '#web/features/circle/Proposed.tsx'
import { PaperButtons } from '#web/ui/PaperButtons.tsx'
import { ErrorState, LoadingRows } from '#web/ui/states.tsx'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { Acting } from '#web/features/session/Acting.tsx'
import { detailsQuery, useResolve } from './api.ts'
import type { ReportDetails as Details } from './api.ts'
import { AppealForm } from './AppealForm.tsx'
import { Evidence } from './Evidence.tsx'
import type { ReceiptComponent, TimelineComponent } from './Evidence.tsx'
import { ReportStatus } from './ReportStatus.tsx'
import { ResolveForm } from './ResolveForm.tsx'
import { say } from '#web/text/say.ts'
import { resolutionLabels, outcomeLabels } from './report-text.ts'

const FAILED = 'Erro ao carregar detalhes do report'

type Props = {
  readonly id: string
  readonly isResolving: boolean
  readonly onResolving: (isResolving: boolean) => void
  readonly onClose: () => void
  readonly Receipt: ReceiptComponent
  readonly Timeline: TimelineComponent
}

/** A report whole; and, when it is being decided, the decision beside all there is to decide it by. */
export function ReportDetails({ id, isResolving, onResolving, onClose, Receipt, Timeline }: Props) {
  const { data, error, refetch } = useQuery(detailsQuery(id))
  // The mutation lives here and not in the form, because its success unmounts the form.
  const resolve = useResolve(id, () => onResolving(false))
  const decides = isResolving && data !== undefined && (!data.report_resolved || resolve.isPending)
  const begin = () => {
    resolve.reset()
    onResolving(true)
  }
  const reason = error && !data ? failureText(error, say(FAILED)) : say(FAILED)
  return (
    <Modal
      key={decides ? 'decision' : 'details'}
      opened
      onClose={decides ? () => onResolving(false) : onClose}
      title={decides ? say('Resolver Report') : say('Detalhes do Report')}
      size={decides ? 1080 : 760}
    >
      {error && !data && (
        <Stack gap="xs">
          <ErrorState message={say(FAILED)} onRetry={() => void refetch()} />
          {reason !== say(FAILED) && (
            <Text size="sm" c="dimmed">
              {reason}
            </Text>
          )}
        </Stack>
      )}
      {!data && !error && <LoadingRows rows={3} />}
      {data && decides && (
        <div className="decision">
          <Acting>
            <ResolveForm report={data} resolve={resolve} onCancel={() => onResolving(false)} />
          </Acting>
          <Evidence report={data} Receipt={Receipt} Timeline={Timeline} />
        </div>
      )}
      {data && !decides && (
        <Stack>
          {resolve.data?.approval && <Proposed approval={resolve.data.approval} />}
          {resolve.isSuccess && !resolve.data.approval && (
            <Alert color="mata" role="status">
              Decisão registrada. Os dois lados já podem ler o motivo.
            </Alert>
          )}
          {isResolving && data.report_resolved && !resolve.isSuccess && (
            <Alert color="yellow" role="alert">
              {say('Este report já foi decidido. Abaixo está o que ficou registrado.')}
            </Alert>
          )}
          {data.case.proposal && !resolve.data?.approval && <Waiting proposal={data.case.proposal} />}
          {data.nobody_decides && <NobodyDecides />}
          <Summary report={data} />
          <Evidence report={data} Receipt={Receipt} Timeline={Timeline} />
          <PaperButtons path={`/reports/${data.id}/export`}>Baixar o caso (PDF)</PaperButtons>
          <Acting>
            <AppealForm of={data.case} />
            {!data.report_resolved && !data.nobody_decides && !resolve.data?.approval && !data.case.proposal && (
              <DialogButtons>
                <Button onClick={begin}>{say('Resolver Report')}</Button>
              </DialogButtons>
            )}
          </Acting>
        </Stack>
      )}
    </Modal>
  )
}

/** Said before a decision is written that nobody may take. */
function NobodyDecides() {
  return (
    <Alert color="yellow" role="note" title="Falta quem possa decidir">
      Este assunto é seu também, ou de quem tem uma doação em aberto com você. Indique um fiscal, que a roda confirma,
      ou chame outra pessoa para administrar.{' '}
      <Anchor inherit renderRoot={(props) => <Link {...props} to="/admin/users" />}>
        Escolher quem indicar
      </Anchor>
    </Alert>
  )
}

/** A decision that somebody proposed already is not asked for twice. */
function Waiting({ proposal: { of, outcome, due_at } }: { proposal: NonNullable<Details['case']['proposal']> }) {
  return (
    <Alert color="sol" role="status" title="Proposto, ainda não feito">
      {of === 'report' ? say('A decisão deste report') : 'A decisão do recurso'} já está proposta:{' '}
      {outcomeLabels[outcome as DonationOutcome].toLocaleLowerCase('pt-BR')}.{' '}
      {due_at === null
        ? 'Espera que um fiscal, ou outra pessoa da administração, aprove.'
        : `Se ninguém discordar, acontece em ${fullMomentText(due_at)}.`}{' '}
      <Anchor inherit renderRoot={(props) => <Link {...props} to="/admin/approvals" />}>
        Ver em Aprovações
      </Anchor>
    </Alert>
  )
}

function Summary({ report }: { report: Details }) {
  const {
    id,
    amount,
    status,
    reporter,
    created_at,
    report_reason,
    report_additional_info,
    type,
    donationId,
    donation_status,
    report_resolution,
    deadline_stopped_until: until,
  } = report
  return (
    <>
      <Group justify="space-between">
        <Text fw={700} fz={26} lh={1.2}>
          {moneyText(amount)}
        </Text>
        <ReportStatus status={status} />
      </Group>
      <div>
        <Text size="xs" c="dimmed">
          {say('Motivo do Report')}
        </Text>
        <Text className="wrap-anywhere">{report_reason}</Text>
        {report_additional_info && (
          <Text className="wrap-anywhere" mt={4}>
            <strong>Informações adicionais:</strong> {report_additional_info}
          </Text>
        )}
      </div>
      <DescriptionList
        items={[
          { name: 'Reportado por', value: reporter.name },
          { name: 'Criado em', value: fullMomentText(created_at) },
          {
            name: 'Doação',
            value: (
              <>
                {donationTypeLabel(type)}, {donationStatusLabels[donation_status]}
                <br />
                <Anchor
                  inherit
                  renderRoot={(props) => <Link {...props} to="/admin/donations" search={{ doacao: donationId }} />}
                >
                  Ver a doação
                </Anchor>
              </>
            ),
          },
          until
            ? { name: 'Relógio', value: say`Parado por este report até ${fullMomentText(until)}, no máximo` }
            : null,
          report_resolution ? { name: 'Resolução', value: resolutionLabels[report_resolution] } : null,
          {
            name: 'ID',
            value: (
              <Text component="span" inherit ff="monospace" fz={14}>
                {id}
              </Text>
            ),
            isWide: true,
          },
        ]}
      />
    </>
  )
}
