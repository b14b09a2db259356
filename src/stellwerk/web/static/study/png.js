// A chart as PNG: its picture, which carries its styles along, painted twice as large.

/** @param {string} url of the picture as SVG */
export async function savePicture(url) {
  const text = await (await fetch(url)).text();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * 2;
  canvas.height = image.naturalHeight * 2;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const link = document.createElement("a");
  link.href = canvas.toDataURL("image/png");
  link.download = url.split("/").at(-1)?.replace(/\.svg.*$/, ".png") ?? "chart.png";
  link.click();
}
