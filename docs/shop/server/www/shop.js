// What all pages of the shop share.
export async function ask(path, fields) {
  const options = fields && { method: 'POST', body: new URLSearchParams(fields) }
  const answer = await fetch(path, options)
  const said = await answer.json()
  if (!answer.ok) throw new Error(said.error)
  return said
}

export function element(name, text, more = {}) {
  return Object.assign(document.createElement(name), { textContent: text }, more)
}

// The page of somebody who has not signed in says so, and null comes back.
export async function customer() {
  try {
    return await ask('/api/me')
  } catch {
    document.querySelector('main').replaceChildren(element('p', 'Sign in first.'))
    return null
  }
}
