import { drawings } from './step-drawings.ts'
import type { StepKind } from './step-drawings.ts'

export function StepPicture({ kind }: { kind: StepKind }) {
  return (
    <svg
      className="step-picture"
      viewBox="0 0 48 48"
      width="64"
      height="64"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={drawings[kind]} />
    </svg>
  )
}
