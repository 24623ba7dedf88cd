/** So long after the page stands a device adds its key: nothing that is shown waits for it. */
export const SIGNS_AFTER_MS = 1_500
