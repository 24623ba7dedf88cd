let isRelease = false

/** Said by `ciranda`: from now on commands are called by its name. */
export function inRelease(): void {
  isRelease = true
}

/** How a person types a command here: `npm run backup -- FILE` in a clone, `ciranda backup FILE` in a release. */
export function typed(command: string, args = ''): string {
  if (isRelease) return ['ciranda', command, args].filter((part) => part !== '').join(' ')
  const npm = command === 'start' ? 'npm start' : `npm run ${command}`
  return args === '' ? npm : `${npm} -- ${args}`
}
