import { Button, TextInput } from '@mantine/core'
import { donationTypeLabel } from '#contracts/labels.ts'
import { moneyText } from '#contracts/money-text.ts'
import { owedTargets } from '#contracts/plans.ts'
import type { OwedType } from '#contracts/plans.ts'
import { parseReais } from '#web/text/reais.ts'
import type { OwedDraft } from './draft.ts'

export function OwedItem({
  item,
  donations,
  onChange,
  onRemove,
}: {
  item: OwedDraft
  donations: readonly (number | null)[]
  onChange: (item: OwedDraft) => void
  onRemove: () => void
}) {
  const { type, count, amount } = item
  const target = owedTargets[type]
  const label = donationTypeLabel(type)
  const each = target === 'administration' ? parseReais(amount) : (donations[target - 1] ?? null)
  const total = each === null || !/^\d{1,2}$/.test(count.trim()) ? null : each * Number(count)
  return (
    <li>
      {target === 'administration' ? (
        <TextInput
          label={`${label}: valor`}
          inputMode="decimal"
          leftSection="R$"
          leftSectionWidth={42}
          value={amount}
          onChange={(event) => onChange({ ...item, amount: event.currentTarget.value })}
        />
      ) : (
        <div>
          <b>{label}</b>
          <p className="lab-pays">
            {each === null
              ? 'O valor é o da doação da fila.'
              : `${moneyText(each)}, o valor da doação do nível ${target}`}
          </p>
        </div>
      )}
      <TextInput
        label="Vezes"
        aria-label={`${label}: vezes`}
        inputMode="numeric"
        value={count}
        onChange={(event) => onChange({ ...item, count: event.currentTarget.value })}
      />
      <div>
        <span>
          {total === null ? '' : `${moneyText(total)}, `}
          {whereTo(type)}
        </span>
        <Button variant="subtle" color="red" size="xs" mih={44} onClick={onRemove} aria-label={`Tirar ${label}`}>
          Tirar
        </Button>
      </div>
    </li>
  )
}

export function whereTo(type: OwedType): string {
  const target = owedTargets[type]
  return target === 'administration' ? 'para a conta administrativa' : `para a fila N${target}`
}
