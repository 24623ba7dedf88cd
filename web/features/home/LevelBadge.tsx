import './home.css'
import { Badge, Text } from '@mantine/core'
import type { AnswerOf } from '#contracts/contract.ts'
import { countText } from '#web/text/numbers.ts'

type Progress = AnswerOf<'GET /donations/my-level-progress'>
type Level = Progress['levels'][number]

// Light shades under dark letters, so that all three can be read.
const colors: Readonly<Record<number, string>> = { 1: 'yellow.4', 2: 'orange.4', 3: 'green.4' }

/** The current level (the highest completed one plus one) and the progress of each level: an icon, a dot and words. */
export function LevelBadge({ progress }: { progress: Progress }) {
  const [only, ...others] = progress.levels
  if (only && others.length === 0) return <TurnBadge level={only} />
  return (
    <div className="level-badge">
      <Badge color={colors[progress.current_level] ?? 'gray.4'} c="#241300" size="lg">
        Nível {progress.current_level}
      </Badge>
      <ol className="level-way">
        {progress.levels.map((level) => (
          <li key={level.level} title={`Nível ${level.level}: ${stateText(level)}`}>
            <Icon level={level} />
            <span
              className="level-dot"
              data-state={level.progress_percentage >= 100 ? 'full' : level.progress_percentage > 0 ? 'part' : 'none'}
            />
            <span aria-hidden="true">
              N{level.level} {stateText(level)}
            </span>
            <span className="only-heard">
              Nível {level.level}: {stateText(level)}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** With one level there is nothing to go up to: how much of the member's turn has come in is all there is to say. */
function TurnBadge({ level: { donations_received, donations_required } }: { level: Level }) {
  return (
    <div className="level-badge">
      <Badge color="yellow.4" c="#241300" size="lg">
        Roda
      </Badge>
      <Text size="sm" c="dimmed">
        {donations_received} de {countText(donations_required, 'doação recebida', 'doações recebidas')}
      </Text>
    </div>
  )
}

/** A check when completed, a clock when donations came in, otherwise an empty ring. */
function Icon({ level }: { level: Level }) {
  const common = {
    width: 16,
    height: 16,
    viewBox: '0 0 16 16',
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 1.8,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
    'aria-hidden': true,
  } as const
  if (level.level_completed)
    return (
      <svg {...common}>
        <circle cx="8" cy="8" r="6.6" />
        <path d="M5.2 8.2l2 2 3.6-4" />
      </svg>
    )
  if (level.donations_received > 0)
    return (
      <svg {...common}>
        <circle cx="8" cy="8" r="6.6" />
        <path d="M8 4.6V8l2.2 1.6" />
      </svg>
    )
  return (
    <svg {...common}>
      <circle cx="8" cy="8" r="6.6" strokeDasharray="1.5 2.6" />
    </svg>
  )
}

function stateText({ level_completed, progress_percentage }: Level): string {
  return level_completed ? 'concluído' : `${progress_percentage}%`
}
