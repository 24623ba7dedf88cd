import { Badge, Group } from '@mantine/core'
import type { AnswerOf } from '#contracts/contract.ts'

type Progress = AnswerOf<'GET /donations/my-level-progress'>
type Level = Progress['levels'][number]

// Light shades under dark letters, so that all three can be read.
const colors: Readonly<Record<number, string>> = { 1: 'yellow.4', 2: 'orange.4', 3: 'green.4' }

/** The current level: the highest completed one plus one, or the first. */
export function LevelBadge({ progress }: { progress: Progress }) {
  return (
    <Group gap="xs">
      <Badge color={colors[progress.current_level] ?? 'gray.4'} c="#241300" size="lg">
        Nível {progress.current_level}
      </Badge>
      <Group gap={6} role="img" aria-label={progress.levels.map((level) => `Nível ${level.level}: ${words(level)}`).join('; ')}>
        {progress.levels.map((level) => (
          <span key={level.level} title={`Nível ${level.level}: ${words(level)}`} style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}>
            <span aria-hidden>{level.level_completed ? '✓' : level.donations_received > 0 ? '◔' : '○'}</span>
            <span aria-hidden style={{ width: 10, height: 10, borderRadius: 5, background: dot(level) }} />
          </span>
        ))}
      </Group>
    </Group>
  )
}

function dot({ progress_percentage }: Level): string {
  if (progress_percentage >= 100) return '#1f8a78'
  return progress_percentage > 0 ? '#f2b84b' : '#9aa3a3'
}

function words({ level_completed, progress_percentage }: Level): string {
  return level_completed ? 'concluído' : `${progress_percentage}%`
}
