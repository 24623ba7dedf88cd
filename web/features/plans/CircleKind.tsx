import { NativeSelect } from '@mantine/core'
import type { PlanForm } from '#contracts/plans.ts'
import { RodaFields } from './RodaFields.tsx'
import type { Mode, PlanKind, useCircleDraft } from './useCircleDraft.ts'

type Draft = ReturnType<typeof useCircleDraft>

/** The plan of a real circle: a roda by its numbers, or the laboratory's. */
export function PlanChoice({ plan, isBalanced, draft }: { plan: PlanForm; isBalanced: boolean; draft: Draft }) {
  return (
    <>
      <NativeSelect
        label="Plano"
        value={draft.kind}
        onChange={(event) => draft.setKind(event.currentTarget.value as PlanKind)}
        data={[
          { value: 'roda', label: 'Roda de um nível' },
          {
            value: 'laboratory',
            label: isBalanced
              ? `O do laboratório: “${plan.name}”`
              : 'O do laboratório não devolve a cada um o que doou',
            disabled: !isBalanced,
          },
        ]}
      />
      {draft.kind === 'roda' && <RodaFields draft={draft.roda} onChange={draft.setRoda} />}
    </>
  )
}

export function ModeField({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) {
  return (
    <NativeSelect
      label="Tipo"
      value={mode}
      onChange={(event) => onChange(event.currentTarget.value as Mode)}
      data={[
        { value: 'demonstracao', label: 'Demonstração: valores fictícios' },
        { value: 'real', label: 'Real: dinheiro de verdade' },
      ]}
      description={
        mode === 'real'
          ? 'Um círculo real diz quem o opera, e não pode ser recomeçado.'
          : 'Uma demonstração nunca se torna real.'
      }
    />
  )
}
