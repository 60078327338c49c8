// The package's own module, whose one bare import the build points at its neighbour.
export * from 'preact/hooks';
