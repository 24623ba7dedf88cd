import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { donationTypeLabel } from '#contracts/labels.ts'
import { moneyText } from '#contracts/money-text.ts'
import { owedTypes } from '#contracts/plans.ts'
import type { OwedType } from '#contracts/plans.ts'
import { isWithin } from './draft.ts'
import type { LevelDraft } from './draft.ts'
import { OwedItem, whereTo } from './OwedItem.tsx'

type Props = {
  readonly number: number
  readonly level: LevelDraft
  /** The donation amount of each queue in reais; null while the typed text is not an amount. */
  readonly donations: readonly (number | null)[]
  readonly onChange: (level: LevelDraft) => void
}

const completions = [
  { value: 'back_of_queue', label: 'Volta ao fim da fila' },
  { value: 'leave_queue', label: 'Sai desta fila' },
  { value: 'leave_circle_queues', label: 'Sai das filas do círculo' },
]
const moments = [
  { value: 'upgrade_accepted', label: 'Se aceitar subir de nível' },
  { value: 'level_completed', label: 'Logo ao completar' },
]

/** The numbers of one level. */
export function LevelEditor({ number, level, donations, onChange }: Props) {
  const change = (patch: Partial<LevelDraft>) => onChange({ ...level, ...patch })
  const donation = donations[number - 1] ?? null
  const pays = donation === null || !/^\d{1,2}$/.test(level.required.trim()) ? null : donation * Number(level.required)
  const free = owedTypes.filter(
    (type) => isWithin(donations.length, type) && !level.owed.some((item) => item.type === type),
  )
  return (
    <fieldset className="lab-level">
      <legend>Nível {number}</legend>
      <div className="lab-numbers">
        <TextInput
          label="Valor da doação"
          inputMode="decimal"
          leftSection="R$"
          leftSectionWidth={42}
          value={level.donation}
          onChange={(event) => change({ donation: event.currentTarget.value })}
        />
        <TextInput
          label="Nº de doações"
          inputMode="numeric"
          value={level.required}
          onChange={(event) => change({ required: event.currentTarget.value })}
        />
      </div>
      <p className="lab-pays">
        {pays === null ? 'O que o nível paga depende destes números.' : `Completo, o nível paga ${moneyText(pays)}.`}
      </p>
      <Checkbox
        label="Quem está neste nível contribui todo mês"
        checked={level.contributes}
        onChange={(event) => change({ contributes: event.currentTarget.checked })}
      />
      <NativeSelect
        label="Quem completa"
        // Only a payment to the third queue brings back who leaves them all.
        data={completions.filter(({ value }) => value !== 'leave_circle_queues' || donations.length === 3)}
        value={level.on_completion}
        onChange={(event) => change({ on_completion: event.currentTarget.value as LevelDraft['on_completion'] })}
      />
      {level.owed.length > 0 && (
        <>
          <NativeSelect
            label="Quando deve"
            data={moments}
            value={level.owed_when}
            onChange={(event) => change({ owed_when: event.currentTarget.value as LevelDraft['owed_when'] })}
          />
          <ul className="lab-owed" aria-label={`O que o nível ${number} deve ao completar`}>
            {level.owed.map((item, index) => (
              <OwedItem
                key={item.type}
                item={item}
                donations={donations}
                onChange={(changed) => change({ owed: level.owed.map((own, at) => (at === index ? changed : own)) })}
                onRemove={() => change({ owed: level.owed.filter((_, at) => at !== index) })}
              />
            ))}
          </ul>
        </>
      )}
      {free.length > 0 && (
        <NativeSelect
          label="Acrescentar ao que se deve"
          value=""
          data={[
            { value: '', label: level.owed.length === 0 ? 'Nada é devido' : 'Nada mais' },
            ...free.map((type) => ({ value: type, label: `${donationTypeLabel(type)}, ${whereTo(type)}` })),
          ]}
          onChange={(event) => {
            const type = event.currentTarget.value as OwedType | ''
            if (type !== '') change({ owed: [...level.owed, { type, count: '1', amount: level.donation }] })
          }}
        />
      )}
    </fieldset>
  )
}
