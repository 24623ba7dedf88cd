import { isClosed } from '#contracts/labels.ts'
import { readHelper } from '#web/api/storage.ts'
import { useAuth } from './useAuth.ts'

/**
 * The reader's id where a word of theirs counts; null for those who administer alone, for somebody suspended, and for a helper, who
 * does for somebody what pays or protects and speaks for nobody.
 */
export function useOwnWord(): string | null {
  const { user, isMember } = useAuth()
  return user && isMember && !isClosed(user.status) && !readHelper() ? user.id : null
}
