/** What the elements of a model are called, by their ids. */
export function nodeNames(xml: string): ReadonlyMap<string, string> {
  const read = new DOMParser().parseFromString(xml, 'application/xml')
  return new Map([...read.querySelectorAll('[id][name]')].map((element) => [element.id, element.getAttribute('name') ?? '']))
}
