/** What is wrong with which row: one finding a cell, the first. */
/** A finding in words, in the caller's language. */
export interface Finding {
  readonly field: string
  readonly message: string
}

export class RowErrors {
  readonly #byRow = new Map<number, Finding[]>()
  /** The same sentence stands at thousands of rows; it is kept once. */
  readonly #sentences = new Map<string, string>()
  #total = 0

  add(row: number, { field, message }: Finding): void {
    const found = this.#byRow.get(row) ?? []
    if (found.some((finding) => finding.field === field)) return
    const sentence = this.#sentences.get(message) ?? message
    if (this.#sentences.size < 10_000) this.#sentences.set(sentence, sentence)
    found.push({ field, message: sentence })
    this.#byRow.set(row, found)
    this.#total += 1
  }

  has(row: number): boolean {
    return this.#byRow.has(row)
  }

  hasAt(row: number, field: string): boolean {
    return this.#byRow.get(row)?.some((finding) => finding.field === field) ?? false
  }

  of(row: number): readonly Finding[] {
    return this.#byRow.get(row) ?? []
  }

  get total(): number {
    return this.#total
  }

  get rows(): number {
    return this.#byRow.size
  }

  /** In the order of the rows. */
  *all(): Generator<Finding & { row: number }> {
    for (const row of [...this.#byRow.keys()].sort((a, b) => a - b)) for (const finding of this.of(row)) yield { row, ...finding }
  }
}
