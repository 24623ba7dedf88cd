import { imageSource } from '#web/ui/images.ts'
import type { User } from './api.ts'
import { avatarColorOf, initialsOf } from './avatar.ts'

/**
 * A person's picture or coloured initials. It is hidden from screen readers, because the name always stands beside
 * it.
 */
export function UserAvatar({
  user,
  size = 48,
}: {
  user: Pick<User, 'firstName' | 'lastName' | 'avatar'>
  size?: number
}) {
  const source = imageSource(user.avatar)
  if (source) return <img className="user-avatar" src={source} width={size} height={size} alt="" loading="lazy" />
  return (
    <span
      className="user-avatar"
      aria-hidden="true"
      style={{ width: size, height: size, fontSize: size * 0.38, background: avatarColorOf(user) }}
    >
      {initialsOf(user)}
    </span>
  )
}
