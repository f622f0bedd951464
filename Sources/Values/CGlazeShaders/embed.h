// Embeds one file of Shaders/ as an element of the list: PATH.
#define TEXT_OF(path) #path
#define TEXT(path) TEXT_OF(path)
#define PLACE_OF(path) TEXT_OF(../../../Shaders/path)
#define PLACE(path) PLACE_OF(path)
{TEXT(PATH), (const unsigned char[]){
#embed PLACE(PATH)
}, sizeof (const unsigned char[]){
#embed PLACE(PATH)
}},
#undef PATH
#undef TEXT_OF
#undef TEXT
#undef PLACE_OF
#undef PLACE
