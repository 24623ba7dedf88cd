import type { ReportCase } from '#contracts/entities/case.ts'
import { Proposed } from '#web/features/circle/Proposed.tsx'
import { AppealForm } from './AppealForm.tsx'
import { useResolve } from './api.ts'
import { outcomesFor } from './report-text.ts'
import { VerdictForm } from './VerdictForm.tsx'

const choices = [
  { value: 'RESOLVED', label: 'Resolver agora' },
  { value: 'REJECTED', label: 'Dispensar: não havia problema' },
] as const

/** A fiscal's decision of an appeal, or of a case that is the own matter of everybody who administers. */
export default function FiscalDecision({ of }: { of: ReportCase }) {
  const resolve = useResolve(of.id)
  if (resolve.data?.approval) return <Proposed approval={resolve.data.approval} />
  if (!of.allowed.includes('decide')) return <AppealForm of={of} isFiscal />
  return (
    <VerdictForm
      title="Decidir o caso"
      question="O problema"
      choices={choices}
      outcomesWith={(choice) => outcomesFor(choice, of)}
      draft={`caso-decidido:${of.id}`}
      hasNotes={false}
      isPending={resolve.isPending}
      error={resolve.error}
      otherwise="Não foi possível decidir o caso. Tente de novo."
      decide={({ choice, outcome, message }, forget) =>
        resolve.mutate(
          {
            resolution: choice,
            resolution_message: message,
            admin_notes: 'Decidido por um fiscal.',
            donation_outcome: outcome,
          },
          { onSuccess: forget },
        )
      }
    />
  )
}
