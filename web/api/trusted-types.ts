type Policies = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string; createHTML(text: string): string }): unknown
}

/**
 * The browser refuses text that becomes code (server's policy, Trusted Types). Let through are the address of a
 * script of our own, which starting a worker needs, and text without any tag: the component library writes its style
 * rules so.
 */
export function allowOwnCode(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => {
      if (new URL(url, location.href).origin !== location.origin) throw new TypeError('A script of another origin')
      return url
    },
    createHTML: (text) => {
      if (text.includes('<')) throw new TypeError('Text that would become markup')
      return text
    },
  })
}
