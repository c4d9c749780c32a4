import pc from 'picocolors';

/** Colours, or none (`NO_COLOR`, no terminal). */
export type Paint = Pick<ReturnType<typeof pc.createColors>, 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan'>;

export const paintFor = (color: boolean): Paint => pc.createColors(color);
