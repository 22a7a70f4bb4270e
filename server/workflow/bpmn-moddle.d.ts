/** What is used of bpmn-moddle, whose package declares the types of its elements alone. */
declare module 'bpmn-moddle' {
  /** As model/workflow/bpmn/moddle.ts reads it. */
  export interface ModdleElement {
    readonly $type: string
    readonly $attrs?: Readonly<Record<string, string>> | undefined
    readonly $body?: string | undefined
    readonly $children?: readonly ModdleElement[] | undefined
    readonly $descriptor?: { readonly ns?: { readonly localName?: string; readonly uri?: string } | undefined } | undefined
    readonly id?: string | undefined
    readonly name?: string | undefined
    readonly [member: string]: unknown
  }

  /** @property element Where a reference leads nowhere, the element that has it. */
  export interface ModdleWarning {
    readonly message: string
    readonly element?: ModdleElement | undefined
    readonly property?: string | undefined
  }

  export class BpmnModdle {
    /** @param packages Vocabularies beside that of BPMN, by their prefix */
    constructor(packages?: Readonly<Record<string, object>>)
    create(type: string, values: Readonly<Record<string, unknown>>): ModdleElement
    createAny(name: string, uri: string, values: Readonly<Record<string, unknown>>): ModdleElement
    /** @throws Error where the text is no XML of BPMN; its message has several lines. */
    fromXML(xml: string): Promise<{ rootElement: ModdleElement; warnings: readonly ModdleWarning[] }>
    toXML(element: object, options?: { readonly format?: boolean }): Promise<{ xml: string }>
  }
}
