import './pull.css'
import { Alert, Anchor, Button, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { moneyText } from '#contracts/money-text.ts'
import { monthName } from '#contracts/month-name.ts'
import type { CircleInfo } from '#contracts/entities/circle.ts'
import type { PresentMonth } from '#contracts/entities/pull.ts'
import { failureText } from '#web/api/client.ts'
import { requestDecided } from '#web/api/signed-request.ts'
import { circleQuery } from '#web/features/circle/api.ts'
import { useIsRoda } from '#web/features/circle/roda.ts'
import { shortDayText } from '#web/text/dates.ts'
import { countText } from '#web/text/numbers.ts'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { say } from '#web/text/say.ts'
import { Acting } from '#web/features/session/Acting.tsx'

const FAILED = 'Erro ao gerar PULL mensal'

type PullPanelProps = {
  readonly month: PresentMonth | undefined
  /** Whether nothing more can be asked for before another rotation begins. */
  readonly isAllAsked?: boolean
  readonly children: ReactNode
}

/**
 * The monthly pull: asked twice before it runs, told in numbers after; where the month was asked for already, the button says
 * so, and where all of the rotation were it is gone, since it would be refused. `children` stands beside it.
 */
export function PullPanel({ month, isAllAsked = false, children }: PullPanelProps) {
  const client = useQueryClient()
  const { data: circle } = useQuery(circleQuery)
  const asked = month?.asked_at
    ? `Contribuições de ${monthName(month.period)} já pedidas em ${shortDayText(month.asked_at)}`
    : null
  const [isAsking, setAsking] = useState(false)
  const pull = useMutation({
    mutationFn: () =>
      requestDecided(
        'POST /donations/admin/cycle/{cycle}/start',
        {
          params: { cycle: '1' },
          body: {
            donorsCount: circle!.plan.levels[0]!.required,
            amount: circle!.plan.monthly_contribution,
            type: 'PULL',
            deadlineDays: circle!.plan.deadline_days,
          },
        },
        { kind: 'generate_pull' },
      ),
    onSettled: () => client.invalidateQueries(),
  })
  const start = () => {
    setAsking(false)
    pull.mutate()
  }
  const reason = pull.error && failureText(pull.error, say(FAILED))
  return (
    <Stack>
      <Group justify="space-between">
        {children}
        {!isAllAsked && (
          <Acting>
            <div className="pull-start">
              <Button
                variant={asked === null && !month?.off_plan ? 'filled' : 'default'}
                onClick={() => setAsking(true)}
                disabled={!circle || pull.isPending}
                aria-describedby={asked === null ? undefined : 'pull-asked'}
              >
                {pull.isPending ? say('Gerando...') : say('Gerar PULL Mensal')}
              </Button>
              {asked !== null && <small id="pull-asked">{asked}</small>}
            </div>
          </Acting>
        )}
      </Group>
      {reason && (
        <Alert
          color="red"
          role="alert"
          title={say(FAILED)}
          withCloseButton
          closeButtonLabel="Fechar aviso"
          onClose={pull.reset}
        >
          {reason !== say(FAILED) && reason}
        </Alert>
      )}
      {pull.data && <PullResult result={pull.data} onClose={pull.reset} />}
      {isAsking && circle && (
        <Question month={month} plan={circle.plan} asked={asked} onClose={() => setAsking(false)} onStart={start} />
      )}
    </Stack>
  )
}

type QuestionProps = {
  readonly month: PresentMonth | undefined
  readonly plan: CircleInfo['plan']
  /** That the month was asked for already, in words. */
  readonly asked: string | null
  readonly onClose: () => void
  readonly onStart: () => void
}

/** Says what the pull would do, or why it would do nothing, before it runs. */
function Question({ month, plan, asked, onClose, onStart }: QuestionProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={say('Gerar PULL Mensal')}
      centered
      closeButtonProps={{ 'aria-label': 'Fechar' }}
    >
      <Stack>
        {month?.off_plan ? (
          <Text>{offPlanText(month.off_plan)}</Text>
        ) : asked === null && month?.would_ask === 0 ? (
          <Text>{NOBODY}</Text>
        ) : asked === null ? (
          <Text>
            Cada lugar passa a dever a contribuição deste mês: {contributionsText(plan.levels)}, com prazo de{' '}
            {countText(plan.deadline_days, 'dia', 'dias')}. Quem já a tem não é cobrado de novo.
          </Text>
        ) : (
          <Text>
            {asked}. {againText(month!.would_ask)}
          </Text>
        )}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {month?.off_plan ? 'Esperar' : 'Cancelar'}
          </Button>
          {month?.off_plan ? <PlanLink {...month.off_plan} /> : <Button onClick={onStart}>{say('Gerar agora')}</Button>}
        </DialogButtons>
      </Stack>
    </Modal>
  )
}

const NOBODY =
  'Agora nada seria pedido: quem tem lugar não deve mais nenhuma contribuição, ou ainda não aceitou os termos em vigor.'

type OffPlan = NonNullable<PresentMonth['off_plan']>

/** Says why the first contributions are not asked: another number of people than the plan was shown for. */
export function offPlanText({ people, places }: OffPlan): string {
  const placed = places === 1 ? '1 tem lugar' : `${places} têm lugar`
  return (
    `O plano foi mostrado para ${people} pessoas, e ${places < people ? 'só ' : ''}${placed}. ` +
    'As contas que todos leram não são as desta roda. ' +
    (places < people ? 'Espere as que faltam' : 'Acerte os lugares') +
    ', ou mude o plano para quantas são: cada pessoa o aceita antes da primeira contribuição.'
  )
}

/** The plan for the people that there are, ready in the laboratory. A roda has two at least. */
function PlanLink({ places }: OffPlan) {
  if (places < 2) return null
  return (
    <Button component={Link} to="/admin/settings" search={{ aba: 'laboratorio', pessoas: places } as never}>
      Ver o plano para {places}
    </Button>
  )
}

/** Says that asking once more in a month does nothing, or something to those alone who came since. */
function againText(wouldAsk: number): string {
  if (wouldAsk === 0) return say('Gerar de novo não pede nada: quem tem lugar já tem a contribuição deste mês.')
  const places =
    wouldAsk === 1 ? 'o lugar que ainda não tem a deste mês' : `os ${wouldAsk} lugares que ainda não têm a deste mês`
  return say`Gerar de novo pede só para ${places}; quem já a tem não é cobrado de novo.`
}

/** The donation that the pull asks of a place, queue by queue: each contributing level has a donation of its own. */
export function contributionsText(
  levels: readonly { readonly level: number; readonly donation: number; readonly contributes: boolean }[],
): string {
  const asked = levels.filter(({ contributes }) => contributes)
  if (asked.length === 1) return moneyText(asked[0]!.donation)
  const list = new Intl.ListFormat('pt-BR', { type: 'conjunction' })
  return list.format(asked.map(({ level, donation }) => say`${moneyText(donation)} na fila N${level}`))
}

type Result = {
  readonly createdCount: number
  readonly receiversProcessed: number
  readonly skippedExisting: number
  readonly skippedWithoutConsent: number
}

/** Why a roda was asked for nothing, beside whoever has not accepted the terms. Null where something was asked. */
export function nothingText({ createdCount, skippedExisting, skippedWithoutConsent }: Result): string | null {
  if (createdCount > 0) return null
  if (skippedExisting > 0)
    return `${countText(skippedExisting, 'lugar já tem', 'lugares já têm')} a contribuição deste mês.`
  if (skippedWithoutConsent > 0) return 'Falta aceitar os termos: até lá, não há quem doe nem quem receba.'
  return 'Quem tem lugar não deve mais nenhuma contribuição, ou não há agora a quem doar.'
}

function PullResult({ result, onClose }: { result: Result; onClose: () => void }) {
  const isRoda = useIsRoda()
  const nothing = isRoda ? nothingText(result) : null
  const counts = [
    ['Doações criadas', result.createdCount],
    ['Receptores processados', result.receiversProcessed],
    ['Já existentes, ignoradas', result.skippedExisting],
  ] as const
  return (
    <Alert
      color={nothing === null ? 'mata' : 'sol'}
      role="status"
      title={nothing === null ? say('PULL Mensal Gerado com Sucesso!') : 'Nada foi pedido'}
      withCloseButton
      closeButtonLabel="Fechar aviso"
      onClose={onClose}
    >
      <Text mb="xs">{nothing ?? say('Ciclo de doações iniciado com sucesso!')}</Text>
      {!isRoda && (
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          {counts.map(([label, count]) => (
            <div key={label}>
              <Text fw={700} fz="xl">
                {count}
              </Text>
              <Text size="sm">{label}</Text>
            </div>
          ))}
        </SimpleGrid>
      )}
      {result.skippedWithoutConsent > 0 && (
        <Text mt="xs">
          {result.skippedWithoutConsent === 1
            ? '1 pessoa não aceitou os termos em vigor: nada lhe foi pedido.'
            : `${result.skippedWithoutConsent} pessoas não aceitaram os termos em vigor: nada lhes foi pedido.`}{' '}
          <Anchor component={Link} to="/admin/users" search={{ filtro: 'sem-aceite' } as never}>
            Ver quem
          </Anchor>
        </Text>
      )}
    </Alert>
  )
}
