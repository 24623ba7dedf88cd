let forget: () => void = () => undefined

/** Says how what a person has read is removed from memory. Until the app is there, nothing was read. */
export function onForgetting(how: () => void): void {
  forget = how
}

/** Removes from memory what a person has read. */
export function forgetReadings(): void {
  forget()
}
