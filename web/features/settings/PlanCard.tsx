import './settings.css'
import { Alert, Button, Group, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { donationTypeLabel } from '#contracts/labels.ts'
import { moneyText } from '#contracts/money-text.ts'
import { countText } from '#web/text/numbers.ts'
import { Help } from '#web/ui/Help.tsx'
import { StatusMark } from '#web/ui/StatusMark.tsx'
import type { CircleSettings } from './api.ts'

type Level = CircleSettings['circle']['plan']['levels'][number]

/**
 * The plan of the circle on screen: what each level asks, pays and owes. `children`: what the plan does to its
 * people.
 */
export function PlanCard({
  settings,
  onChange,
  children,
}: {
  settings: CircleSettings
  onChange: () => void
  children?: ReactNode
}) {
  const { plan } = settings.circle
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="plan">
      <Group justify="space-between" align="start" mb="sm">
        <div>
          <div>
            <Help
              about="o plano"
              title={
                <Title order={2} size="h4" id="plan">
                  Plano “{plan.name}”
                </Title>
              }
            >
              O plano diz quanto cada pessoa dá, quantas doações recebe na sua vez e o que deve depois. Numa roda de
              verdade cada uma recebe o que deu, se a roda for até o fim; abaixo está o que acontece se ela parar antes.
              Depois da primeira contribuição o plano não muda mais.
            </Help>
          </div>
          <Group gap="xs" mt={6}>
            <StatusMark tone={plan.balanced ? 'done' : 'wait'}>
              {plan.balanced ? 'Equilibrado' : 'Não equilibrado'}
            </StatusMark>
            <Text size="sm" c="dimmed">
              Versão {plan.version} · prazo de cada doação: {countText(plan.deadline_days, 'dia', 'dias')}
            </Text>
          </Group>
        </div>
        <Button variant="default" onClick={onChange}>
          {settings.in_use ? 'Abrir uma cópia no laboratório' : 'Mudar no laboratório'}
        </Button>
      </Group>
      {settings.in_use ? (
        <Alert color="gray" mb="md">
          O plano está em uso e não muda mais: o que foi aceito é o que se cobra. Para outras regras, crie outro
          círculo.
        </Alert>
      ) : (
        <Text size="sm" mb="md">
          Ninguém deve nada neste círculo ainda, e por isso o plano pode mudar. Depois da primeira contribuição pedida,
          ele fica como está.
        </Text>
      )}
      {plan.levels.length > 1 && (
        <div className="plan-levels">
          {plan.levels.map((level) => (
            <LevelCard key={level.level} level={level} />
          ))}
        </div>
      )}
      {children}
    </Paper>
  )
}

function LevelCard({ level: { level, donation, required, pays, owed, owed_total, contributes } }: { level: Level }) {
  return (
    <div className="plan-level">
      <h3>
        <span>Nível {level}</span>
        <small>{contributes ? 'contribuição mensal' : 'pago por quem sobe'}</small>
      </h3>
      <div>
        <div data-big>{moneyText(donation)}</div>
        <small>cada doação</small>
      </div>
      <p>
        Uma volta recebe {required} {required === 1 ? 'doação' : 'doações'}: {moneyText(pays)}.
      </p>
      {owed.length === 0 ? (
        <p>Ao completar, nada é devido.</p>
      ) : (
        <div>
          <p>Ao completar, deve {moneyText(owed_total)}:</p>
          <ul>
            {owed.map(({ type, amount, count, target }) => (
              <li key={type}>
                {count} × {moneyText(amount)}, {donationTypeLabel(type)},{' '}
                {target === 'administration' ? 'para a conta administrativa' : `para a fila N${target}`}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
