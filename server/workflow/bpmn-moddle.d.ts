/** What is used of bpmn-moddle, whose package declares the types of its elements alone. */
declare module 'bpmn-moddle' {
  export class BpmnModdle {
    /** @throws Error where the text is no XML of BPMN; its message has several lines. */
    fromXML(xml: string): Promise<{ rootElement: { readonly $type: string }; warnings: readonly { readonly message: string }[] }>
  }
}
